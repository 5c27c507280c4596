#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int jobs, done;
static pid_t worker;

static void who(void)
{
	worker = gettid();
}

struct work_cs {         /* lock, in.c:22-27 */
	int count;       /* in */
	sigset_t *mask;  /* by reference */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	int count = cs->count;
	sigset_t *mask = cs->mask;

	jobs += count;
	if (jobs > 100)
		jobs = 100;
	sigemptyset(mask);
	sigaddset(mask, SIGALRM);
	return RCL_KEEP;
}

/* What must run on the thread itself stands in the middle: what comes before it moves, the rest keeps the lock. */
static int work(int count)
{
	sigset_t mask;
	int left;

	struct work_cs cs = { .count = count, .mask = &mask };
	rcl_exec_errno(&lock, work_cs, &cs, sizeof(cs));
	if (pthread_sigmask(SIG_BLOCK, &mask, NULL) != 0)
		perror("pthread_sigmask");
	done += count;
	left = jobs - done;
	rcl_unlock(&lock);
	return left;
}

struct start_cs {   /* lock, in.c:39-44 */
	int limit;  /* in */
};

static int start_cs(void *ctx)
{
	struct start_cs *cs = ctx;
	int limit = cs->limit;

	if (jobs > limit) {
		return 1;
	}
	jobs++;
	return RCL_KEEP;
}

/* The same in a callee, and with ways out on both sides. */
static int start(int limit)
{
	struct start_cs cs = { .limit = limit };
	if (rcl_exec_anon(&lock, start_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	who();
	if (worker == 0) {
		rcl_unlock(&lock);
		return -2;
	}
	rcl_unlock(&lock);
	return jobs;
}

/* Nothing comes before it. */
static void at_once(void)
{
	rcl_lock(&lock);
	who();
	jobs++;
	rcl_unlock(&lock);
}

/* It stands in the statement in which something else is done, too. */
static void in_one(int limit)
{
	rcl_lock(&lock);
	if (jobs < limit) {
		jobs++;
		who();
	}
	rcl_unlock(&lock);
}

int main(void)
{
	sigset_t blocked;
	int first, second, third;

	first = work(3);
	second = start(10);
	third = start(1);
	printf("%d %d %d\n", first, second, third);
	at_once();
	in_one(100);
	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	printf("%d %d %d %d\n", jobs, done, worker == gettid(), sigismember(&blocked, SIGALRM));
	return 0;
}
