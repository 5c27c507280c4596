/* Threads that get the mutex itself. */
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static mtx_t third;
static long sum, rest, tail;

static void *work(void *arg)
{
	pthread_mutex_t *m = arg;

	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(m);
		sum += i;
		pthread_mutex_unlock(m);
	}
	return NULL;
}

static void *direct(void *m)
{
	pthread_mutex_lock(m);
	rest++;
	pthread_mutex_unlock(m);
	return NULL;
}

static int plain(void *m)
{
	mtx_lock(m);
	tail++;
	mtx_unlock(m);
	return 0;
}

int main(void)
{
	pthread_t threads[3];
	thrd_t last;

	mtx_init(&third, mtx_plain);
	pthread_create(&threads[0], NULL, work, &lock);
	pthread_create(&threads[1], NULL, &work, (void *)&lock);
	pthread_create(&threads[2], NULL, direct, &other);
	thrd_create(&last, plain, &third);
	pthread_mutex_lock(&lock);
	sum++;
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	thrd_join(last, NULL);
	printf("%ld %ld %ld\n", sum, rest, tail);
	return 0;
}
