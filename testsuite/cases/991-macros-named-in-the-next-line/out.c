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

struct add_cs {  /* lock, in.c:16-18 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

struct get_cs {   /* lock, in.c:25-27 */
	int now;  /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int now;

	now = count;
	cs->now = now;
	return 0;
}

static int get(void)
{
	int now;

	struct get_cs cs;
	rcl_exec_anon(&lock, get_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	add(3);
	printf("%d\n", get());
	return 0;
}
