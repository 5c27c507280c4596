/* Code between two comments of one line is no comment. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total = 40;

struct behind_cs {  /* lock, in.c:12-14 */
	int by;     /* in */
	int n;      /* out */
};

static int behind_cs(void *ctx)
{
	struct behind_cs *cs = ctx;
	int by = cs->by;
	int n;

	/* from here */ total += by; /* on */
	n = total;
	cs->n = n;
	return 0;
}

static int behind(int by)
{
	int n;

	struct behind_cs cs = { .by = by };
	rcl_exec_anon(&lock, behind_cs, &cs, sizeof(cs));
	n = cs.n;
	/* to here */ n++; /* and on */
	return n;
}

struct out_cs {  /* lock, in.c:20-26 */
	int by;  /* in */
};

static int out_cs(void *ctx)
{
	struct out_cs *cs = ctx;
	int by = cs->by;

	if (by > 3) {
		return 1;
	}
	total -= by;
	return 0;
}

static int out(int by)
{
	struct out_cs cs = { .by = by };
	if (rcl_exec_anon(&lock, out_cs, &cs, sizeof(cs)) == 1) {
		/* too much */ by--; /* less */
		return by; /* back */
	}
	return by;
}

struct declared_cs {  /* lock, in.c:35-38 */
	int sum;      /* in */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	int sum = cs->sum;
	int old;

	old = total;
	total = old + sum;
	return 0;
}

static int declared(int by)
{
	int sum = by; /* for the section */ sum *= 2; /* for us */

	struct declared_cs cs = { .sum = sum };
	rcl_exec_anon(&lock, declared_cs, &cs, sizeof(cs));
	return sum;
}

int main(void)
{
	printf("%d %d %d %d %d\n", behind(2), out(2), out(5), declared(3), total);
	return 0;
}
