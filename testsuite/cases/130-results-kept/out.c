#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct add_cs {    /* lock, in.c:14-18 */
	int by;    /* in */
	int *now;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int by = cs->by;
	int *now = cs->now;

	n += by;
	*now = n;
	return 0;
}

/* Kept by an assignment, and given back. */
static int add(int by, int *now)
{
	int r;

	struct add_cs cs = { .by = by, .now = now };
	r = -rcl_tryexec(&lock, add_cs, &cs, sizeof(cs));
	return r;
}

struct twice_cs {  /* lock, in.c:27-32 */
	int by;    /* in */
	int now;   /* out */
};

static int twice_cs(void *ctx)
{
	struct twice_cs *cs = ctx;
	int by = cs->by;
	int now;

	n += 2 * by;
	now = n;
	cs->now = now;
	return 0;
}

/* Kept as a truth by the declaration; what is taken out is used behind it. */
static int twice(int by)
{
	int now = -1;
	struct twice_cs cs = { .by = by };
	bool ok = !rcl_tryexec(&lock, twice_cs, &cs, sizeof(cs));
	if (ok)
		now = cs.now;
	return now;
}

/* lock, in.c:40-44 */
static int count_cs(void *ctx)
{
	n++;
	return 0;
}

/* Nothing else reads it. */
static void count(void)
{
	rcl_tryexec(&lock, count_cs, NULL, 0);
}

/* lock, in.c:53-56 */
static int count_later_cs(void *ctx)
{
	n++;
	return 0;
}

static void count_later(void)
{
	printf("%d ", n);
	rcl_tryexec(&lock, count_later_cs, NULL, 0);
}

struct at_most_cs {  /* lock, in.c:65-72 */
	int most;    /* in */
	int rc;      /* out */
};

static int at_most_cs(void *ctx)
{
	struct at_most_cs *cs = ctx;
	int most = cs->most;
	int rc;

	if (n >= most) {
		return 1;
	}
	rc = ++n;
	cs->rc = rc;
	return 0;
}

/* Kept in the condition; the section has several ways out, and gives the variable a new value. */
static int at_most(int most)
{
	int rc;

	struct at_most_cs cs = { .most = most };
	int way = rcl_tryexec(&lock, at_most_cs, &cs, sizeof(cs));

	if ((rc = way < 0 ? -way : 0) != 0)
		return -rc;
	if (way == 1)
		return -1;
	rc = cs.rc;
	return rc;
}

struct at_least_cs {  /* lock, in.c:78-90 */
	int least;    /* in */
};

static int at_least_cs(void *ctx)
{
	struct at_least_cs *cs = ctx;
	int least = cs->least;

	if (n < least) {
		n = least;
		return 1;
	}
	n++;
	return 0;
}

static int at_least(int least)
{
	struct at_least_cs cs = { .least = least };
	int way = rcl_tryexec(&lock, at_least_cs, &cs, sizeof(cs));
	int rc = way < 0 ? -way : 0;

	if (rc == EBUSY) {
		printf("busy\n");
		return rc;
	}
	if (way == 1)
		goto low;
	return 0;
low:
	return -1;
}

struct branch_with_ways_out_cs {  /* lock, in.c:100-106 */
	int most;                 /* in */
};

static int branch_with_ways_out_cs(void *ctx)
{
	struct branch_with_ways_out_cs *cs = ctx;
	int most = cs->most;

	if (n > most) {
		return 1;
	}
	n++;
	return 0;
}

static int branch_with_ways_out(int most)
{
	int rc;

	struct branch_with_ways_out_cs cs = { .most = most };
	int way = rcl_tryexec(&lock, branch_with_ways_out_cs, &cs, sizeof(cs));

	rc = way < 0 ? -way : 0;
	if (way == 1)
		return -1;
	return rc;
}

struct in_section_cs {  /* lock, in.c:114-118 */
	int rc;         /* in */
};

static int in_section_cs(void *ctx)
{
	struct in_section_cs *cs = ctx;
	int rc = cs->rc;

	n += rc + 1;
	return 0;
}

/* The section reads it: 0. */
static void in_section(void)
{
	struct in_section_cs cs = { .rc = 0 };
	rcl_tryexec(&lock, in_section_cs, &cs, sizeof(cs));
}

struct main_cs {   /* lock, in.c:138-141 */
	int *now;  /* by reference */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int *now = cs->now;

	printf("%d %d\n", add(3, now) == EBUSY, at_most(2) == -EBUSY);
	printf("%d\n", at_least(2) == EBUSY);
	return 0;
}

int main(void)
{
	int now = 0, r = add(3, &now);

	printf("%d %d", r, now);
	printf(" %d", twice(4));
	count();
	count_later();
	printf(" %d", at_most(2));
	printf(" %d", at_most(200));
	printf(" %d", at_least(20));
	printf(" %d", at_least(20));
	printf(" %d", branch_with_ways_out(20));
	printf(" %d", branch_with_ways_out(200));
	in_section();
	printf(" %d\n", n);
	struct main_cs cs = { .now = &now };
	rcl_exec(&lock, main_cs, &cs, sizeof(cs));
	return 0;
}
