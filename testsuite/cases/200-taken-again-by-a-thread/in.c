#include <pthread.h>
#include <stdio.h>

#define JOBS 8

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_cond = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static int queued, taken, stopping, total;
static int table[JOBS];

/* The thread comes back to its lock by goto: the loop inside is not its life. */
static void *take(void *arg)
{
	int mine, *sum = arg;

again:
	mine = 0;
	pthread_mutex_lock(&queue_lock);
	while (queued == 0 && !stopping)
		pthread_cond_wait(&queue_cond, &queue_lock);
	while (queued > 0) {
		queued--;
		mine++;
	}
	taken += mine;
	pthread_mutex_unlock(&queue_lock);

	*sum += mine;
	if (mine > 0)
		goto again;
	return NULL;
}

/* A loop that counts comes to its end. */
static void *sum_up(void *arg)
{
	int i, *step = arg;

	pthread_mutex_lock(&total_lock);
	for (i = 0; i < JOBS; i += *step)
		total += table[i];
	pthread_mutex_unlock(&total_lock);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i, sum = 0, step = 1;

	for (i = 0; i < JOBS; i++)
		table[i] = i;
	pthread_create(&threads[0], NULL, take, &sum);
	pthread_create(&threads[1], NULL, sum_up, &step);
	for (i = 0; i < JOBS; i++) {
		pthread_mutex_lock(&queue_lock);
		queued++;
		pthread_cond_signal(&queue_cond);
		pthread_mutex_unlock(&queue_lock);
	}
	pthread_mutex_lock(&queue_lock);
	stopping = 1;
	pthread_cond_signal(&queue_cond);
	pthread_mutex_unlock(&queue_lock);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("%d %d %d\n", sum, taken, total);
	return 0;
}
