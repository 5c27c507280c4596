#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int total, others;

static pthread_mutex_t *lock_of(int n)
{
	return n < 100 ? &lock : NULL;
}

/* The handler has nothing to do with the other lock. */
static void add(int n)
{
	pthread_mutex_lock(lock_of(n));
	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, lock_of(n));
	total += n;
	pthread_cleanup_pop(1);
	pthread_mutex_lock(&other);
	others++;
	pthread_mutex_unlock(&other);
}

int main(void)
{
	for (int n = 1; n < 8; n++)
		add(n);
	printf("%d %d\n", total, others);
	return 0;
}
