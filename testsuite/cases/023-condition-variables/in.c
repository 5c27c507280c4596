#include <pthread.h>
#include <stdio.h>
#include <errno.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t never;
static int filling;

static void *fill(void *arg)
{
	pthread_mutex_lock(&lock);
	filling = *(int *)arg;
	pthread_cond_signal(&filled);
	pthread_cond_broadcast(&filled);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int take(void)
{
	int n;

	pthread_mutex_lock(&lock);
	while (filling == 0)
		pthread_cond_wait(&filled, &lock);
	n = filling;
	pthread_mutex_unlock(&lock);
	return n;
}

static int wait_in_vain(void)
{
	struct timespec until;
	int result;

	clock_gettime(CLOCK_REALTIME, &until);
	pthread_cond_init(&never, NULL);
	pthread_mutex_lock(&lock);
	result = pthread_cond_timedwait(&never, &lock, &until);
	pthread_mutex_unlock(&lock);
	pthread_cond_destroy(&never);
	return result == ETIMEDOUT;
}

int main(void)
{
	pthread_t thread;
	int n = 42;

	pthread_create(&thread, NULL, fill, &n);
	printf("%d", take());
	pthread_join(thread, NULL);
	printf(" %d\n", wait_in_vain());
	return 0;
}
