/* Macros whose names stand behind a backslash at a line's end. */
#include <pthread.h>
#include <stdio.h>

#define \
LOCK(m) pthread_mutex_lock(m)
#  define \
	UNLOCK(m) \
	pthread_mutex_unlock(m)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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
