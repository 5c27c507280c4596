/* Macros whose names stand behind a backslash at a line's end. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define \
LOCK(m) rcl_lock(m)
#  define \
	UNLOCK(m) \
	rcl_unlock(m)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count;

static void add(int n)
{
	LOCK(&lock);
	count += n;
	UNLOCK(&lock);
}

static int get(void)
{
	int now;

	LOCK(&lock);
	now = count;
	UNLOCK(&lock);
	return now;
}

int main(void)
{
	add(3);
	printf("%d\n", get());
	return 0;
}
