#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct job {
	struct job *next;
	int cost;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct job *jobs;
static int done, dropped, stopping;

static int work(struct job *job)
{
	return job->cost * 2;
}

struct drain_cs {         /* lock, in.c:24-34 */
	int most;         /* in */
	struct job *job;  /* out */
	int n;            /* in-out */
	int at;           /* where it goes on */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	int most = cs->most;
	struct job *job = cs->job;
	int n = cs->n;

	if (cs->at == 1)
		goto at_1;

	while ((job = jobs) != NULL && n < most) {
		jobs = job->next;
		n++;
		cs->job = job;
		cs->n = n;
		cs->at = 1;
		return 1;
		at_1:
		done++;
	}
	cs->n = n;
	return 0;
}

/* Does all jobs, each without the lock. */
static int drain(int most)
{
	struct job *job;
	int n = 0, spent = 0;

	struct drain_cs cs = { .most = most, .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, drain_cs, &cs, sizeof(cs)) == 1) {
		job = cs.job;
		/* takes its time */
		spent += work(job);
	}
	n = cs.n;
	return n ? spent : -1;
}

struct drain_until_cs {   /* lock, in.c:43-63 */
	int limit;        /* in */
	int spent;        /* in */
	struct job *job;  /* out */
	int at;           /* where it goes on */
};

static int drain_until_cs(void *ctx)
{
	struct drain_until_cs *cs = ctx;
	int limit = cs->limit;
	int spent = cs->spent;

	if (cs->at == 2)
		goto at_2;

	for (;;) {
		struct job *job = jobs;

		if (job == NULL)
			break;
		if (stopping) {
			return 1;
		}
		jobs = job->next;
		cs->job = job;
		cs->at = 2;
		return 2;
		at_2:
		job = cs->job;
		if (spent > limit) {
			dropped += job->cost;
			stopping = 1;
		}
	}
	dropped++;
	return 0;
}

/* Leaves in the middle, with the lock released there. */
static int drain_until(int limit)
{
	int spent = 0;

	struct drain_until_cs cs = { .limit = limit, .spent = spent, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&lock, drain_until_cs, &cs, sizeof(cs))) == 2) {
		struct job *job = cs.job;
		spent += work(job);
		cs.spent = spent;
	}
	if (way == 1)
		return -spent;
	return spent;
}

struct two_steps_cs {     /* lock, in.c:72-88 */
	struct job *job;  /* in */
	int steps;        /* in-out */
	int at;           /* where it goes on */
};

static int two_steps_cs(void *ctx)
{
	struct two_steps_cs *cs = ctx;
	struct job *job = cs->job;
	int steps = cs->steps;
	int cost;

	if (cs->at == 1)
		goto at_1;
	if (cs->at == 2)
		goto at_2;

	while (job != NULL) {
		cost = job->cost;
		if (cost > 1) {
			cs->steps = steps;
			cs->at = 1;
			return 1;
			at_1:
			steps++;
		}
		done++;
		cs->steps = steps;
		cs->at = 2;
		return 2;
		at_2: ;
	}
	cs->steps = steps;
	return 0;
}

/* Twice in one round, and out of the first one. */
static int two_steps(struct job *job)
{
	int steps = 0;

	struct two_steps_cs cs = { .job = job, .steps = steps, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&lock, two_steps_cs, &cs, sizeof(cs))) != 0) {
		if (way == 1) {
			steps = cs.steps;
			if (work(job) > 90)
				return steps;
			job->cost--;
		}
		if (way == 2) {
			job = job->next;
			cs.job = job;
		}
	}
	steps = cs.steps;
	return steps;
}

static void queue(struct job *all, int n)
{
	jobs = NULL;
	while (n-- > 0) {
		all[n].next = jobs;
		jobs = &all[n];
	}
}

int main(void)
{
	struct job all[] = { { NULL, 1 }, { NULL, 2 }, { NULL, 3 }, { NULL, 4 }, { NULL, 50 } };

	queue(all, 5);
	printf("%d", drain(3));
	printf(" %d", drain(9));
	printf(" %d, %d done\n", drain(9), done);
	queue(all, 5);
	printf("%d", drain_until(8));
	printf(" %d", drain_until(8));
	printf(" %d dropped\n", dropped);
	queue(all, 5);
	printf("%d", two_steps(jobs));
	printf(" %d\n", two_steps(&all[4]));
	return 0;
}
