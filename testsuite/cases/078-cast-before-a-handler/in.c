#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void release(void *mutex)
{
	(void)pthread_mutex_unlock(mutex);
}

/* A cast to void before the acquisition goes with it. */
static void add(int n)
{
	(void)pthread_mutex_lock(&lock);
	pthread_cleanup_push(release, &lock);
	total += n;
	pthread_cleanup_pop(1);
}

/* So do braces around it. */
static void take(int n)
{
	{ pthread_mutex_lock(&lock); }
	pthread_cleanup_push(release, &lock);
	total -= n;
	pthread_cleanup_pop(0);
	(void)pthread_mutex_unlock(&lock);
}

int main(void)
{
	add(5);
	take(2);
	printf("%d\n", total);
	return 0;
}
