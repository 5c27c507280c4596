#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <errno.h>
#include <time.h>

struct job {
	struct job *next;
	int cost;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t filled = RCL_COND_INITIALIZER;
static struct job *jobs;
static int spent, stopping;

struct take_cs {          /* lock, in.c:20-25 */
	struct job *job;  /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct job *job;

	if (jobs == NULL)
		return rcl_wait(&filled, &lock);
	job = jobs;
	jobs = job->next;
	cs->job = job;
	return 0;
}

static struct job *take(void)
{
	struct job *job;

	struct take_cs cs;
	rcl_exec_waiting(&lock, take_cs, &cs, sizeof(cs));
	job = cs.job;
	return job;
}

struct take_some_cs {  /* lock, in.c:33-48 */
	int most;      /* in */
	int n;         /* in-out */
	int at;        /* where it goes on */
};

static int take_some_cs(void *ctx)
{
	struct take_some_cs *cs = ctx;
	int most = cs->most;
	int n = cs->n;

	if (cs->at == 2)
		goto at_2;

	while (n < most) {
		struct job *job;

		while (jobs == NULL && !stopping) {
			cs->n = n;
			cs->at = 2;
			return rcl_wait(&filled, &lock);
			at_2: ;
		}
		if (stopping) {
			return 1;
		}
		job = jobs;
		jobs = job->next;
		spent += job->cost;
		n++;
	}
	cs->n = n;
	return 0;
}

static int take_some(int most)
{
	int n = 0;

	struct take_some_cs cs = { .most = most, .n = n, .at = 0 };
	if (rcl_exec_waiting(&lock, take_some_cs, &cs, sizeof(cs)) == 1)
		return -1;
	n = cs.n;
	return n;
}

struct wait_in_vain_cs {         /* lock, in.c:59-66 */
	struct timespec *until;  /* by reference */
	int result;              /* in */
	int error;               /* out */
	int rounds;              /* in-out */
	int at;                  /* where it goes on */
};

static int wait_in_vain_cs(void *ctx)
{
	struct wait_in_vain_cs *cs = ctx;
	struct timespec *until = cs->until;
	int result = cs->result;
	int error;
	int rounds = cs->rounds;

	if (cs->at == 1)
		goto at_1;
	if (cs->at == 2)
		goto at_2;

	while (jobs != NULL && result != ETIMEDOUT) {
		rounds++;
		cs->rounds = rounds;
		cs->at = 1;
		return rcl_timedwait(&filled, &lock, until);
		at_1:
		result = rcl_waited();
	}
	cs->rounds = rounds;
	cs->at = 2;
	return rcl_timedwait(&filled, &lock, until);
	at_2:
	if ((error = rcl_waited()) == ETIMEDOUT)
		spent++;
	cs->error = error;
	cs->rounds = rounds;
	return 0;
}

static int wait_in_vain(long ns)
{
	struct timespec until;
	int result = 0, error, rounds = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec = (until.tv_nsec + ns) % 1000000000;
	struct wait_in_vain_cs cs = {
		.until = &until,
		.result = result,
		.rounds = rounds,
		.at = 0,
	};
	rcl_exec_waiting(&lock, wait_in_vain_cs, &cs, sizeof(cs));
	error = cs.error;
	rounds = cs.rounds;
	return error == ETIMEDOUT || rounds;
}

struct worker_cs {        /* lock, in.c:74-87 */
	struct job *job;  /* out */
	int at;           /* where it goes on */
};

static int worker_cs(void *ctx)
{
	struct worker_cs *cs = ctx;

	if (cs->at == 1)
		goto at_1;
	if (cs->at == 2)
		goto at_2;

	while (!stopping) {
		struct job *job = jobs;

		if (job == NULL) {
			cs->at = 2;
			return rcl_wait(&filled, &lock);
			at_2:
			continue;
		}
		jobs = job->next;
		cs->job = job;
		cs->at = 1;
		return 1;
		at_1:
		job = cs->job;
	}
	return 0;
}

static void *worker(void *arg)
{
	int *done = arg;

	struct worker_cs cs = { .at = 0 };
	while (rcl_exec_waiting(&lock, worker_cs, &cs, sizeof(cs)) == 1) {
		struct job *job = cs.job;
		*done += job->cost;
	}
	return NULL;
}

struct put_cs {           /* lock, in.c:94-98 */
	struct job *all;  /* in */
	int n;            /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct job *all = cs->all;
	int n = cs->n;

	all[n].next = jobs;
	jobs = &all[n];
	rcl_cond_signal(&filled);
	return 0;
}

static void put(struct job *all, int n)
{
	while (n-- > 0) {
		struct put_cs cs = { .all = all, .n = n };
		rcl_exec_anon(&lock, put_cs, &cs, sizeof(cs));
	}
}

static void *putter(void *arg)
{
	put(arg, 3);
	return NULL;
}

/* lock, in.c:128-135 */
static int main_cs(void *ctx)
{
	if (jobs == NULL)
		return RCL_KEEP | 1;
	return 0;
}

int main(void)
{
	struct job all[] = { { NULL, 1 }, { NULL, 2 }, { NULL, 3 } };
	pthread_t thread, other;
	int done = 0;

	pthread_create(&thread, NULL, putter, all);
	take();
	take();
	take();
	pthread_join(thread, NULL);
	pthread_create(&thread, NULL, putter, all);
	printf("%d", take_some(3));
	pthread_join(thread, NULL);
	printf(" %d", spent);
	printf(" %d", wait_in_vain(1000));
	pthread_create(&thread, NULL, worker, &done);
	pthread_create(&other, NULL, putter, all);
	pthread_join(other, NULL);
	for (;;) {
		if (rcl_exec_anon(&lock, main_cs, NULL, 0) == 1)
			break;
	}
	stopping = 1;
	rcl_cond_broadcast(&filled);
	rcl_unlock(&lock);
	pthread_join(thread, NULL);
	printf(" %d\n", done);
	return 0;
}
