/* Workers get structures of several sorts by one pointer, each with an array of mutexes: these are of one class. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define PLANES 2
#define ROWS 4

struct rows {
	pthread_mutex_t *mutex_[PLANES];
	int done[PLANES][ROWS];
};

struct jobs {
	pthread_mutex_t *mutex_;
	int next;
	int taken;
};

struct worker {
	int (*hook)(void *data, int n);
	void *data;
};

static struct worker workers[2];
static int used;

static void add(int (*hook)(void *data, int n), void *data)
{
	workers[used].hook = hook;
	workers[used++].data = data;
}

static int finish_row(void *data, int n)
{
	struct rows *rows = data;
	const int plane = n % PLANES, row = n % ROWS;
	pthread_mutex_t *const mutex = &rows->mutex_[plane][row];

	pthread_mutex_lock(mutex);
	rows->done[plane][row]++;
	pthread_mutex_unlock(mutex);
	return rows->done[plane][row];
}

static int take_job(void *data, int n)
{
	struct jobs *jobs = data;
	int job;

	pthread_mutex_lock(jobs->mutex_);
	job = jobs->next + n;
	jobs->next = job;
	jobs->taken++;
	pthread_mutex_unlock(jobs->mutex_);
	return job;
}

int main(void)
{
	struct rows *rows = calloc(1, sizeof(*rows));
	struct jobs *jobs = calloc(1, sizeof(*jobs));
	int sum = 0;

	for (int plane = 0; plane < PLANES; plane++) {
		rows->mutex_[plane] = malloc(sizeof(*rows->mutex_[plane]) * ROWS);
		for (int i = 0; i < ROWS; i++)
			pthread_mutex_init(&rows->mutex_[plane][i], NULL);
	}
	jobs->mutex_ = malloc(sizeof(*jobs->mutex_));
	pthread_mutex_init(jobs->mutex_, NULL);
	add(finish_row, rows);
	add(take_job, jobs);
	for (int n = 0; n < 20; n++)
		sum += workers[n % 2].hook(workers[n % 2].data, n);
	printf("%d %d %d\n", sum, rows->done[0][2], jobs->taken);
	for (int plane = 0; plane < PLANES; plane++) {
		for (int i = 0; i < ROWS; i++)
			pthread_mutex_destroy(&rows->mutex_[plane][i]);
		free(rows->mutex_[plane]);
	}
	pthread_mutex_destroy(jobs->mutex_);
	free(jobs->mutex_);
	free(rows);
	free(jobs);
	return 0;
}
