/* Another build may need, or hand on, what a variable was before its section: it is handed in. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int shared = 3;

struct set_in_an_if_cs {  /* m, in.c:13-18 */
	int x;            /* in-out */
};

static int set_in_an_if_cs(void *ctx)
{
	struct set_in_an_if_cs *cs = ctx;
	int x = cs->x;

#ifndef OTHER
	x = shared;
#endif
	shared += x;
	cs->x = x;
	return 0;
}

/* the build that reads it gives it no value before */
static int set_in_an_if(int n)
{
	int x = n;

	struct set_in_an_if_cs cs = { .x = x };
	rcl_exec_anon(&m, set_in_an_if_cs, &cs, sizeof(cs));
	x = cs.x;
	return x;
}

struct set_under_an_if_cs {  /* m, in.c:27-36 */
	int x;               /* in-out */
};

static int set_under_an_if_cs(void *ctx)
{
	struct set_under_an_if_cs *cs = ctx;
	int x = cs->x;

#ifdef OTHER
	if (shared > 5)
#endif
	x = shared;
#ifdef OTHER
	shared += x;
#endif
	shared += x;
	cs->x = x;
	return 0;
}

/* a condition that only that build has */
static int set_under_an_if(int n)
{
	int x = n;

	struct set_under_an_if_cs cs = { .x = x };
	rcl_exec_anon(&m, set_under_an_if_cs, &cs, sizeof(cs));
	x = cs.x;
	return x;
}

struct set_in_its_block_cs {  /* m, in.c:45-55 */
	int x;                /* in */
};

static int set_in_its_block_cs(void *ctx)
{
	struct set_in_its_block_cs *cs = ctx;
	int x = cs->x;

#ifdef OTHER
	if (shared > 5) {
#endif
	x = shared;
	shared += x;
#ifdef OTHER
	}
	shared += x;
#endif
	return 0;
}

/* a block that only that build opens */
static int set_in_its_block(int n)
{
	int x = n;

	struct set_in_its_block_cs cs = { .x = x };
	rcl_exec_anon(&m, set_in_its_block_cs, &cs, sizeof(cs));
	return n;
}

struct set_in_the_other_branch_cs {  /* m, in.c:64-73 */
	int n;                       /* in */
	int x;                       /* in */
};

static int set_in_the_other_branch_cs(void *ctx)
{
	struct set_in_the_other_branch_cs *cs = ctx;
	int n = cs->n;
	int x = cs->x;

	if (shared > n) {
		x = shared;
		shared += x;
#ifdef OTHER
	} else {
		shared += x;
#endif
	}
	return 0;
}

/* the other branch is only there */
static int set_in_the_other_branch(int n)
{
	int x = n;

	struct set_in_the_other_branch_cs cs = { .n = n, .x = x };
	rcl_exec_anon(&m, set_in_the_other_branch_cs, &cs, sizeof(cs));
	return n;
}

struct jumped_over_cs {  /* m, in.c:82-91 */
	int x;           /* in */
};

static int jumped_over_cs(void *ctx)
{
	struct jumped_over_cs *cs = ctx;
	int x = cs->x;

	if (shared > 5)
		goto set;
	x = shared;
set:
	shared++;
#ifdef OTHER
	shared += x;
#endif
	return 0;
}

/* it may be reached by a label */
static int jumped_over(int n)
{
	int x = n;

	struct jumped_over_cs cs = { .x = x };
	rcl_exec_anon(&m, jumped_over_cs, &cs, sizeof(cs));
	return n;
}

struct in_a_case_cs {  /* m, in.c:100-112 */
	int x;         /* in */
};

static int in_a_case_cs(void *ctx)
{
	struct in_a_case_cs *cs = ctx;
	int x = cs->x;

	switch (shared & 1) {
	case 0:
		x = shared;
		shared += x;
		/* falls through */
	case 1:
		shared++;
#ifdef OTHER
		shared += x;
#endif
	}
	return 0;
}

/* and a case */
static int in_a_case(int n)
{
	int x = n;

	struct in_a_case_cs cs = { .x = x };
	rcl_exec_anon(&m, in_a_case_cs, &cs, sizeof(cs));
	return n;
}

struct read_first_cs {  /* m, in.c:121-127 */
	int x;          /* in */
};

static int read_first_cs(void *ctx)
{
	struct read_first_cs *cs = ctx;
	int x = cs->x;

#ifdef OTHER
	shared += x;
#endif
	x = shared;
	shared += x;
	return 0;
}

/* read first */
static int read_first(int n)
{
	int x = n;

	struct read_first_cs cs = { .x = x };
	rcl_exec_anon(&m, read_first_cs, &cs, sizeof(cs));
	return n;
}

struct left_before_cs {  /* m, in.c:136-148 */
	int x;           /* in-out */
};

static int left_before_cs(void *ctx)
{
	struct left_before_cs *cs = ctx;
	int x = cs->x;

#ifdef OTHER
	if (shared > 5)
		goto out;
#endif
	x = shared;
#ifdef OTHER
	shared += x;
	goto out;
out:
#endif
	shared++;
	cs->x = x;
	return 0;
}

/* that build leaves before it gives the value, which is handed on */
static int left_before(int n)
{
	int x = n;

	struct left_before_cs cs = { .x = x };
	rcl_exec_anon(&m, left_before_cs, &cs, sizeof(cs));
	x = cs.x;
	return x;
}

/* while the section waits, its own variables go away */
static rcl_cond_t c = RCL_COND_INITIALIZER;

struct waited_cs {  /* m, in.c:158-166 */
	int n;      /* in */
	int x;      /* in */
	int at;     /* where it goes on */
};

static int waited_cs(void *ctx)
{
	struct waited_cs *cs = ctx;
	int n = cs->n;
	int x = cs->x;

	if (cs->at == 1)
		goto at_1;

	x = shared;
	shared += x;
	while (shared < n) {
		cs->at = 1;
		return rcl_wait(&c, &m);
		at_1: ;
	}
#ifdef OTHER
	shared += x;
#endif
	return 0;
}

static int waited(int n)
{
	int x = n;

	struct waited_cs cs = { .n = n, .x = x, .at = 0 };
	rcl_exec_waiting(&m, waited_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	printf("%d\n", set_in_an_if(1));
	printf("%d\n", set_under_an_if(2));
	printf("%d\n", set_in_its_block(3));
	printf("%d\n", set_in_the_other_branch(4));
	printf("%d\n", jumped_over(5));
	printf("%d\n", in_a_case(6));
	printf("%d\n", read_first(7));
	printf("%d\n", left_before(8));
	printf("%d\n", waited(9));
	printf("%d\n", shared);
	return 0;
}
