/* What follows a branch that a constant chooses, and that leaves, is as it is where the file says another constant. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

#define WIDE (sizeof(long) == 8)

struct count_cs {  /* lock, in.c:13-25 */
	int n;     /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;

	shared++;
	if (n > 5) {
		if (WIDE) {
			return 1;
		}
		shared--;
		return 2;
	}
	return 0;
}

static int count(int n)
{
	for (int i = 0; i < n; i++) {
		struct count_cs cs = { .n = n };
		int way = rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));

		if (way == 1) {
			return 3;
		}
		if (way == 2) {
			n++;
			break;
		}
	}
	return n;
}

/* lock, in.c:32-39 */
static int count2_cs(void *ctx)
{
	shared++;
	if (WIDE) {
		return 1;
	}
	shared--;
	return 0;
}

static int count2(int n)
{
	if (rcl_exec_anon(&lock, count2_cs, NULL, 0) == 1) {
		return 3;
	}
	return n;
}

#define DEBUG 0

struct count3_cs {  /* lock, in.c:48-60 */
	int n;      /* in */
};

static int count3_cs(void *ctx)
{
	struct count3_cs *cs = ctx;
	int n = cs->n;

	shared++;
	if (DEBUG) {
		return 1;
	}
	if (DEBUG && n) {
		shared = 0;
		return 2;
	}
	return 0;
}

static int count3(int n)
{
	for (int i = 0; i < n; i++) {
		struct count3_cs cs = { .n = n };
		int way = rcl_exec_anon(&lock, count3_cs, &cs, sizeof(cs));

		if (way == 1) {
			puts("debug");
			break;
		}
		if (way == 2) {
			return 7;
		}
	}
	return n;
}

struct count5_cs {  /* lock, in.c:67-75 */
	int n;      /* in */
};

static int count5_cs(void *ctx)
{
	struct count5_cs *cs = ctx;
	int n = cs->n;

	if (!WIDE) {
		shared--;
	} else {
		return 1;
	}
	shared = n;
	return 0;
}

static int count5(int n)
{
	struct count5_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, count5_cs, &cs, sizeof(cs)) == 1) {
		return 3;
	}
	return n;
}

struct count4_cs {  /* lock, in.c:81-89 */
	int at;     /* where it goes on */
};

static int count4_cs(void *ctx)
{
	struct count4_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	shared++;
	if (DEBUG) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	shared--;
	return 0;
}

static int count4(int n)
{
	struct count4_cs cs = { .at = 0 };
	while (rcl_exec_anon(&lock, count4_cs, &cs, sizeof(cs)) == 1) {
		puts("debug");
	}
	return n;
}

int main(void)
{
	printf("%d %d %d %d\n", count(3), count2(7), count3(2), count4(1) + count5(2));
	return 0;
}
