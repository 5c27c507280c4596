/* Workers get structures of several sorts by one pointer, each with an array of mutexes: these are of one class. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define PLANES 2
#define ROWS 4

struct rows {
	rcl_mutex_t *mutex_[PLANES];
	int done[PLANES][ROWS];
};

struct jobs {
	rcl_mutex_t *mutex_;
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

struct finish_row_cs {      /* mutex, in.c:40-42 */
	struct rows *rows;  /* in */
	int plane;          /* in */
	int row;            /* in */
};

static int finish_row_cs(void *ctx)
{
	struct finish_row_cs *cs = ctx;
	struct rows *rows = cs->rows;
	const int plane = cs->plane;
	const int row = cs->row;

	rows->done[plane][row]++;
	return 0;
}

static int finish_row(void *data, int n)
{
	struct rows *rows = data;
	const int plane = n % PLANES, row = n % ROWS;
	rcl_mutex_t *const mutex = &rows->mutex_[plane][row];

	struct finish_row_cs cs = { .rows = rows, .plane = plane, .row = row };
	rcl_exec_anon(mutex, finish_row_cs, &cs, sizeof(cs));
	return rows->done[plane][row];
}

struct take_job_cs {        /* jobs->mutex_, in.c:51-55 */
	int n;              /* in */
	struct jobs *jobs;  /* in */
	int job;            /* out */
};

static int take_job_cs(void *ctx)
{
	struct take_job_cs *cs = ctx;
	int n = cs->n;
	struct jobs *jobs = cs->jobs;
	int job;

	job = jobs->next + n;
	jobs->next = job;
	jobs->taken++;
	cs->job = job;
	return 0;
}

static int take_job(void *data, int n)
{
	struct jobs *jobs = data;
	int job;

	struct take_job_cs cs = { .n = n, .jobs = jobs };
	rcl_exec_anon(jobs->mutex_, take_job_cs, &cs, sizeof(cs));
	job = cs.job;
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
			rcl_mutex_init(&rows->mutex_[plane][i], NULL, rows_mutex_);
	}
	jobs->mutex_ = malloc(sizeof(*jobs->mutex_));
	rcl_mutex_init(jobs->mutex_, NULL, jobs_mutex_);
	add(finish_row, rows);
	add(take_job, jobs);
	for (int n = 0; n < 20; n++)
		sum += workers[n % 2].hook(workers[n % 2].data, n);
	printf("%d %d %d\n", sum, rows->done[0][2], jobs->taken);
	for (int plane = 0; plane < PLANES; plane++) {
		for (int i = 0; i < ROWS; i++)
			rcl_mutex_destroy(&rows->mutex_[plane][i]);
		free(rows->mutex_[plane]);
	}
	rcl_mutex_destroy(jobs->mutex_);
	free(jobs->mutex_);
	free(rows);
	free(jobs);
	return 0;
}
