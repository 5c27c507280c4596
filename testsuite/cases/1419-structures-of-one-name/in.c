/* Two structures by one name, each in its function: what the members of one are given is nothing of the other's. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long total;

static void *add(void *arg)
{
	struct job {
		long from, to;
		pthread_mutex_t *lock;
	} *job = arg;

	for (long i = job->from; i < job->to; i++) {
		pthread_mutex_lock(job->lock);
		total += i;
		pthread_mutex_unlock(job->lock);
	}
	return NULL;
}

static long squares(int count)
{
	struct job {
		long from, to;
		long **rows;
	} job = { 0, count, calloc(count, sizeof(long *)) };
	long sum = 0;

	for (long i = job.from; i < job.to; i++) {
		job.rows[i] = calloc(2 * count, sizeof(char));
		job.rows[i][0] = i * i;
	}
	for (long i = job.from; i < job.to; i++) {
		sum += job.rows[i][0];
		free(job.rows[i]);
	}
	free(job.rows);
	return sum;
}

int main(void)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct job {
		long from, to;
		pthread_mutex_t *lock;
	} jobs[2] = { { 0, 100, &lock }, { 100, 200, &lock } };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, &jobs[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%ld %ld\n", total, squares(20));
	return 0;
}
