/* Loops that wait for a condition at the beginning of a section, and what is left of it by several ways. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_cond_t grown = RCL_COND_INITIALIZER;
static int filled, asked, left, failed;

struct job {
	int tries;
};

#define UNTIL(c) while (!(c))

/* m, in.c:17-19 */
static int fill_cs(void *ctx)
{
	filled++;
	return 0;
}

static void fill(void)
{
	rcl_exec_anon(&m, fill_cs, NULL, 0);
	rcl_cond_broadcast(&grown);
}

struct in_braces_cs {  /* m, in.c:25-30 */
	int n;         /* in */
};

static int in_braces_cs(void *ctx)
{
	struct in_braces_cs *cs = ctx;
	int n = cs->n;

	if (filled < n) {
		return rcl_wait(&grown, &m);
	}
	left += n;
	return 0;
}

static void in_braces(int n)
{
	struct in_braces_cs cs = { .n = n };
	rcl_exec_waiting(&m, in_braces_cs, &cs, sizeof(cs));
}

struct behind_nothing_cs {  /* m, in.c:35-40 */
	int n;              /* in */
};

static int behind_nothing_cs(void *ctx)
{
	struct behind_nothing_cs *cs = ctx;
	int n = cs->n;

	;
	if (filled < n)
		return rcl_wait(&grown, &m);
	left += n;
	return 0;
}

static void behind_nothing(int n)
{
	struct behind_nothing_cs cs = { .n = n };
	rcl_exec_waiting(&m, behind_nothing_cs, &cs, sizeof(cs));
}

struct with_for_cs {  /* m, in.c:45-49 */
	int n;        /* in */
	int at;       /* where it goes on */
};

static int with_for_cs(void *ctx)
{
	struct with_for_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	for (; filled < n;) {
		cs->at = 1;
		return rcl_wait(&grown, &m);
		at_1: ;
	}
	left += n;
	return 0;
}

static void with_for(int n)
{
	struct with_for_cs cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&m, with_for_cs, &cs, sizeof(cs));
}

struct by_a_macro_cs {  /* m, in.c:54-58 */
	int n;          /* in */
	int at;         /* where it goes on */
};

static int by_a_macro_cs(void *ctx)
{
	struct by_a_macro_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	UNTIL(filled >= n) {
		cs->at = 1;
		return rcl_wait(&grown, &m);
		at_1: ;
	}
	left += n;
	return 0;
}

static void by_a_macro(int n)
{
	struct by_a_macro_cs cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&m, by_a_macro_cs, &cs, sizeof(cs));
}

struct so_often_cs {  /* m, in.c:64-68 */
	int tries;    /* in-out */
	int at;       /* where it goes on */
};

static int so_often_cs(void *ctx)
{
	struct so_often_cs *cs = ctx;
	int tries = cs->tries;

	if (cs->at == 1) {
		goto at_1;
	}

	while (tries-- > 0 && filled < 2) {
		cs->tries = tries;
		cs->at = 1;
		return rcl_wait(&grown, &m);
		at_1: ;
	}
	left++;
	cs->tries = tries;
	return 0;
}

/* begun again, it would count anew */
static int so_often(int tries)
{
	struct so_often_cs cs = { .tries = tries, .at = 0 };
	rcl_exec_waiting(&m, so_often_cs, &cs, sizeof(cs));
	tries = cs.tries;
	return tries > -2;
}

struct so_often_there_cs {  /* m, in.c:74-78 */
	struct job *job;    /* in */
	int at;             /* where it goes on */
};

static int so_often_there_cs(void *ctx)
{
	struct so_often_there_cs *cs = ctx;
	struct job *job = cs->job;

	if (cs->at == 1) {
		goto at_1;
	}

	while (job->tries++ < 100000000 && filled < 2) {
		cs->at = 1;
		return rcl_wait(&grown, &m);
		at_1: ;
	}
	left++;
	return 0;
}

static void so_often_there(struct job *job)
{
	struct so_often_there_cs cs = { .job = job, .at = 0 };
	rcl_exec_waiting(&m, so_often_there_cs, &cs, sizeof(cs));
}

/* m, in.c:83-87 */
static int counted_cs(void *ctx)
{
	if (asked++ >= 0 && filled < 2)
		return rcl_wait(&grown, &m);
	left++;
	return 0;
}

static void counted(void)
{
	rcl_exec_waiting(&m, counted_cs, NULL, 0);
}

struct in_one_build_cs {  /* m, in.c:92-101 */
	int n;            /* in */
};

static int in_one_build_cs(void *ctx)
{
	struct in_one_build_cs *cs = ctx;
	int n = cs->n;

	left++;
#ifndef NEVER_WAITS
	rcl_cond_signal(&grown);
#endif
#ifdef ALWAYS_WAITS
	pthread_cond_wait(&grown, &m);
#endif
	left += n;
	return 0;
}

static void in_one_build(int n)
{
	struct in_one_build_cs cs = { .n = n };
	rcl_exec_anon(&m, in_one_build_cs, &cs, sizeof(cs));
}

static void release(void *lock)
{
	rcl_unlock(lock);
}

struct under_a_handler_cs {  /* m, in.c:111-116 */
	int n;               /* in */
};

static int under_a_handler_cs(void *ctx)
{
	struct under_a_handler_cs *cs = ctx;
	int n = cs->n;

	if (filled < n)
		return rcl_wait(&grown, &m);
	left += n;
	return 0;
}

static void under_a_handler(int n)
{
	pthread_cleanup_push(release, &m);
	struct under_a_handler_cs cs = { .n = n };
	rcl_exec_waiting(&m, under_a_handler_cs, &cs, sizeof(cs));
	pthread_cleanup_pop(0);
}

struct result_behind_a_return_cs {  /* m, in.c:122-129 */
	int n;                      /* in */
};

static int result_behind_a_return_cs(void *ctx)
{
	struct result_behind_a_return_cs *cs = ctx;
	int n = cs->n;

	if (n) {
		left++;
		return 1;
	}
	left += 10;
	return 0;
}

/* the way out with a return must not come by what uses the last result */
static void result_behind_a_return(int n)
{
	struct result_behind_a_return_cs cs = { .n = n };
	if (rcl_exec_anon(&m, result_behind_a_return_cs, &cs, sizeof(cs)) == 1) {
		return;
	}
	failed = 0 + 1;
}

static void gives_back(int c)
{
	if (c > 1)
		left++;
	rcl_unlock(&m);
}

struct handed_by_either_cs {  /* m, in.c:141-151 */
	int c;                /* in */
};

static int handed_by_either_cs(void *ctx)
{
	struct handed_by_either_cs *cs = ctx;
	int c = cs->c;

	if (c) {
		left++;
		return RCL_KEEP | 1;
	}
	left--;
	return 0;
}

static int handed_by_either(int c)
{
	struct handed_by_either_cs cs = { .c = c };
	if (rcl_exec_anon(&m, handed_by_either_cs, &cs, sizeof(cs)) == 1) {
		if (c > 3)
			gives_back(1);
		else
			gives_back(2);
		return 1;
	}
	return 0;
}

struct answered_cs {  /* m, in.c:157-162 */
	int n;        /* in */
};

static int answered_cs(void *ctx)
{
	struct answered_cs *cs = ctx;
	int n = cs->n;
	int busy;

	busy = n;
	left += busy;
	return 0;
}

static int answered(int n)
{
	struct answered_cs cs = { .n = n };
	rcl_tryexec(&m, answered_cs, &cs, sizeof(cs));
	return 1;
}

static void *filling(void *nothing)
{
	for (int i = 0; i < 3; i++)
		fill();
	return nothing;
}

int main(void)
{
	struct job job = {0};
	pthread_t thread;

	pthread_create(&thread, NULL, filling, NULL);
	in_braces(1);
	behind_nothing(2);
	with_for(3);
	by_a_macro(3);
	int often = so_often(100000000);
	so_often_there(&job);
	counted();
	in_one_build(1);
	under_a_handler(3);
	pthread_join(thread, NULL);
	result_behind_a_return(1);
	printf("%d %d %d %d\n", left, failed, often, asked > 0 && job.tries > 0);
	result_behind_a_return(0);
	printf("%d %d %d\n", handed_by_either(0), handed_by_either(2), handed_by_either(4));
	printf("%d %d %d\n", answered(3), left, failed);
	return 0;
}
