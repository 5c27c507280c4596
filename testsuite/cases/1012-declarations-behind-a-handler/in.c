/* A section whose handler is registered first, where no declaration may follow a statement. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void release(void *lock)
{
	pthread_mutex_unlock(lock);
}

static int counted(int n)
{
	int i;

	for (i = 0; i < n; i++) {
		pthread_mutex_lock(&m);
		pthread_cleanup_push(release, &m);
		count += n;
		n -= count & 1;
		pthread_cleanup_pop(1);
	}
	return n;
}

int main(void)
{
	printf("%d %d\n", counted(3), counted(5));
	printf("%d\n", count);
	return 0;
}
