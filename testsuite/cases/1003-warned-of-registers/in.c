/* A function that sets up a clean-up handler: which of its variables stand in registers there is not the section's matter. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void counted(void *more)
{
	count += *(int *)more;
}

static int tried(int n)
{
	int rounds = 0, more = 2;

again:
	pthread_mutex_lock(&m);
	if (rounds++ < 1) {
		count++;
		pthread_mutex_unlock(&m);
		goto again;
	}
	pthread_mutex_unlock(&m);
	pthread_cleanup_push(counted, &more);
	printf("%d\n", n);
	pthread_cleanup_pop(1);
	return rounds * n;
}

int main(void)
{
	printf("%d %d\n", tried(3), tried(5));
	return 0;
}
