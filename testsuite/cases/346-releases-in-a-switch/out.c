#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n, asked;

static int ask(int how)
{
	asked += how;
	return asked;
}

struct branches_cs {  /* lock, in.c:18-38 */
	int how;      /* in */
};

static int branches_cs(void *ctx)
{
	struct branches_cs *cs = ctx;
	int how = cs->how;

	switch (how) {
	case 0:
		n++;
		return 1;
	case 1:
		n--;
		return 2;
	case 2:
		if (n > 2) {
			return 3;
		}
		/* fall through */
	default:
		n += how;
		return 4;
	}
}

/* Each branch of a switch gives the lock back, and what follows that goes on. */
static int branches(int how)
{
	int r = 0;

	struct branches_cs cs = { .how = how };
	int way = rcl_exec_anon(&lock, branches_cs, &cs, sizeof(cs));

	if (way == 2) {
		r = ask(how);
	}
	if (way == 3) {
		return -1;
	}
	if (way == 4) {
		r = ask(2);
	}
	r += asked;
	return r;
}

struct last_cs {  /* lock, in.c:48-55 */
	int how;  /* in */
};

static int last_cs(void *ctx)
{
	struct last_cs *cs = ctx;
	int how = cs->how;

	switch (how) {
	case 1:
		n++;
		return 1;
	default:
		return 1;
	}
}

/* The last thing of its block. */
static void last(int how)
{
	if (how) {
		struct last_cs cs = { .how = how };
		rcl_exec_anon(&lock, last_cs, &cs, sizeof(cs));
	}
	ask(how);
}

/* A branch that falls into the next one has no lock there. */
static void falls(int how)
{
	rcl_lock(&lock);
	switch (how) {
	case 1:
		n++;
		rcl_unlock(&lock);
		/* fall through */
	default:
		ask(1);
	}
	if (how != 1)
		rcl_unlock(&lock);
}

struct without_cs {  /* lock, in.c:80-92 */
	int how;     /* in */
};

static int without_cs(void *ctx)
{
	struct without_cs *cs = ctx;
	int how = cs->how;

	n++;
	switch (how) {
	case 0:
		return 1;
	case 1:
		return 2;
	}
	n++;
	return 0;
}

/* One of its values has no branch: the lock is still held there. */
static int without(int how)
{
	struct without_cs cs = { .how = how };
	switch (rcl_exec_anon(&lock, without_cs, &cs, sizeof(cs))) {
	case 1:
		return 0;
	case 2:
		ask(1);
		return 1;
	}
	return 2;
}

struct loop_cs {  /* lock, in.c:102-118 */
	int i;    /* in */
};

static int loop_cs(void *ctx)
{
	struct loop_cs *cs = ctx;
	int i = cs->i;

	switch (i % 4) {
	case 0:
		n++;
		return 1;
	case 1:
		n += 2;
		return 2;
	case 2:
		return 3;
	default:
		n += 3;
		return 2;
	}
}

/* In a loop, where continue and break of the loop lead elsewhere than that of the switch. */
static int loop(int times)
{
	int sum = 0;

	for (int i = 0; i < times; i++) {
		struct loop_cs cs = { .i = i };
		int way = rcl_exec_anon(&lock, loop_cs, &cs, sizeof(cs));

		if (way == 1) {
			continue;
		}
		if (way == 3) {
			sum += ask(1);
		}
		sum += i;
	}
	return sum;
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		printf("%d ", branches(i));
	printf("%d\n", branches(2));
	for (int i = 0; i < 3; i++)
		last(i);
	falls(0);
	falls(1);
	for (int i = 0; i < 3; i++)
		printf("%d ", without(i));
	printf("%d %d %d\n", loop(9), n, asked);
	return 0;
}
