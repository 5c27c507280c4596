#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int sum, rounds;

struct add_cs {    /* lock, in.c:13-24 */
	int n;     /* in */
	int held;  /* out */
	int seen;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int held;
	int seen;

	held = 1;
	seen = sum += n;
	if (n > 2) {
		cs->seen = seen;
		return 1;
	}
	cs->held = held;
	cs->seen = seen;
	return RCL_KEEP;
}

/* the block ends with the lock or, where that was given back, with another value of the flag */
static int add(int n)
{
	int held = 0, seen = 0;

	{
		struct add_cs cs = { .n = n };
		int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));

		if (way == 1) {
			seen = cs.seen;
			held = 0;
			rounds += 2;
		} else {
			held = cs.held;
			seen = cs.seen;
		}
	}
	rounds++;
	if (held)
		rcl_unlock(&lock);
	return seen * 10 + held;
}

struct add_most_cs {  /* lock, in.c:34-49 */
	int n;        /* in */
	int held;     /* out */
	int seen;     /* out */
};

static int add_most_cs(void *ctx)
{
	struct add_most_cs *cs = ctx;
	int n = cs->n;
	int held;
	int seen;

	held = 1;
	seen = sum += n;
	if (n > 4) {
		return 1;
	} else if (n > 2) {
		cs->seen = seen;
		return 2;
	}
	cs->held = held;
	cs->seen = seen;
	return RCL_KEEP;
}

/* and two such ways */
static int add_most(int n)
{
	int held = 0, seen = 0;

	{
		struct add_most_cs cs = { .n = n };
		int way = rcl_exec_anon(&lock, add_most_cs, &cs, sizeof(cs));

		if (way == 1) {
			held = 0;
			seen = -1;
		} else if (way == 2) {
			seen = cs.seen;
			held = 0;
			rounds += 2;
		} else {
			held = cs.held;
			seen = cs.seen;
		}
	}
	rounds++;
	if (held)
		rcl_unlock(&lock);
	return seen * 10 + held;
}

int main(void)
{
	int i;

	for (i = 0; i < 7; i++) {
		int one = add(i), two = add_most(i);

		printf("%d %d %d %d\n", one, two, sum, rounds);
	}
	return 0;
}
