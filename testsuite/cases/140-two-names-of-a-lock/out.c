#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct job {
	rcl_mutex_t lock;
	int done, size;
};
struct pool {
	struct job *jobs;
	unsigned mask;
	struct job *current;
};

static struct job jobs[4] = {
	{ RCL_MUTEX_INITIALIZER(job_lock_in), 1, 2 }, { RCL_MUTEX_INITIALIZER(job_lock_in_15), 3, 4 },
	{ RCL_MUTEX_INITIALIZER(job_lock_in_16), 5, 6 }, { RCL_MUTEX_INITIALIZER(job_lock_in_16), 7, 8 },
};
static struct pool all = { jobs, 3, jobs };

struct progress_cs {      /* job->lock, in.c:29-31 */
	int sum;          /* in-out */
	struct job *job;  /* in */
};

static int progress_cs(void *ctx)
{
	struct progress_cs *cs = ctx;
	int sum = cs->sum;
	struct job *job = cs->job;

	sum += job->done;
	cs->sum = sum;
	return 0;
}

/* the lock is taken by one name and released by another */
static int progress(struct pool *pool, unsigned first, unsigned last)
{
	int sum = 0;
	unsigned number;

	for (number = first; number < last; number++) {
		unsigned const id = number & pool->mask;
		struct job *job = &pool->jobs[id];
		struct progress_cs cs = { .sum = sum, .job = job };
		rcl_exec_anon(&job->lock, progress_cs, &cs, sizeof(cs));
		sum = cs.sum;
	}
	return sum;
}

static void next(struct pool *pool)
{
	pool->current++;
}

struct step_job_2_cs {      /* (job + 1)->lock, in.c:48-49 */
	struct pool *pool;  /* in */
};

static int step_job_2_cs(void *ctx)
{
	struct step_job_2_cs *cs = ctx;
	struct pool *pool = cs->pool;

	next(pool);
	return RCL_KEEP;
}

struct step_job_1_cs {      /* job->lock, in.c:46-50 */
	struct pool *pool;  /* in */
	struct job *job;    /* in */
};

static int step_job_1_cs(void *ctx)
{
	struct step_job_1_cs *cs = ctx;
	struct pool *pool = cs->pool;
	struct job *job = cs->job;

	job->done++;
	struct step_job_2_cs job_2_cs = { .pool = pool };
	rcl_exec_anon(&(job + 1)->lock, step_job_2_cs, &job_2_cs, sizeof(job_2_cs));
	return 0;
}

/* here the second name comes to mean another lock */
static void step(struct pool *pool)
{
	struct job *job = pool->current;

	struct step_job_1_cs cs = { .pool = pool, .job = job };
	rcl_exec_anon(&job->lock, step_job_1_cs, &cs, sizeof(cs));
	pool->current->done++;
	rcl_unlock(&pool->current->lock);
}

struct moved_cs {           /* job->lock, in.c:60-63 */
	struct pool *pool;  /* in */
	struct job *job;    /* in */
	int done;           /* out */
};

static int moved_cs(void *ctx)
{
	struct moved_cs *cs = ctx;
	struct pool *pool = cs->pool;
	struct job *job = cs->job;
	int done;

	done = job->done;
	pool->current = pool->jobs;
	cs->done = done;
	return 0;
}

static int moved(struct pool *pool)
{
	struct job *job = pool->current;
	int done;

	struct moved_cs cs = { .pool = pool, .job = job };
	rcl_exec_anon(&job->lock, moved_cs, &cs, sizeof(cs));
	done = cs.done;
	return done;
}

struct stepped_cs {       /* job->lock, in.c:73-74 */
	struct job *job;  /* in */
	int size;         /* out */
};

static int stepped_cs(void *ctx)
{
	struct stepped_cs *cs = ctx;
	struct job *job = cs->job;
	int size;

	size = job->size++;
	cs->size = size;
	return RCL_KEEP;
}

static int stepped(struct pool *pool)
{
	struct job *job = &pool->jobs[0];
	int size;

	next(pool);
	struct stepped_cs cs = { .job = job };
	rcl_exec_anon(&job->lock, stepped_cs, &cs, sizeof(cs));
	size = cs.size;
	rcl_unlock(&pool->jobs->lock);
	return size;
}

int main(void)
{
	step(&all);
	printf("%d %d %d\n", progress(&all, 0, 6), stepped(&all), moved(&all));
	return 0;
}
