#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, calls;

#define UNLOCK() rcl_unlock(&lock)

struct add_cs {  /* lock, in.c:12-19 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	calls++;
	if (n > 0) {
		total += n;
		return 1;
	} else {
		return 2;
	}
}

/* The else is nothing but the release. */
static int add(int n)
{
	struct add_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));

	if (way == 1) {
		printf("%d", n);
	}
	return total;
}

struct sub_cs {    /* lock, in.c:28-34 */
	int n;     /* in */
	int left;  /* in-out */
};

static int sub_cs(void *ctx)
{
	struct sub_cs *cs = ctx;
	int n = cs->n;
	int left = cs->left;

	if (n > total) {
		cs->left = left;
		return 1;
	} else {
		total -= n;
		left = total;
		cs->left = left;
		return 1;
	}
}

/* The first branch is, behind a macro; something follows. */
static int sub(int n)
{
	int left = 0;

	struct sub_cs cs = { .n = n, .left = left };
	rcl_exec_anon(&lock, sub_cs, &cs, sizeof(cs));
	left = cs.left;
	return left;
}

struct chained_cs {  /* lock, in.c:44-52 */
	int n;       /* in */
	int is;      /* in-out */
};

static int chained_cs(void *ctx)
{
	struct chained_cs *cs = ctx;
	int n = cs->n;
	int is = cs->is;

	if (n < total) {
		cs->is = is;
		return 1;
	} else if (n == total) {
		is = ++calls;
		cs->is = is;
		return 2;
	} else {
		cs->is = is;
		return 1;
	}
}

/* Three ways, in chained ifs. */
static int chained(int n)
{
	int is = 0;

	struct chained_cs cs = { .n = n, .is = is };
	int way = rcl_exec_anon(&lock, chained_cs, &cs, sizeof(cs));
	is = cs.is;

	if (way == 2) {
		is++;
	}
	return is;
}

/* lock, in.c:62-68 */
static int looped_cs(void *ctx)
{
	total++;
	if (total % 3) {
		return 1;
	} else {
		return 2;
	}
}

/* In a loop. */
static int looped(int n)
{
	int i;

	for (i = 0; i < n; i++) {
		int way = rcl_exec_anon(&lock, looped_cs, NULL, 0);

		if (way == 2) {
			printf(".");
		}
	}
	return i;
}

/* lock, in.c:77-78 */
static int some_cs(void *ctx)
{
	total++;
	return RCL_KEEP;
}

/* What follows goes on with the lock, or without it. */
static int some(int n)
{
	rcl_exec_anon(&lock, some_cs, NULL, 0);
	if (n)
		rcl_unlock(&lock);
	calls++;
	if (!n)
		rcl_unlock(&lock);
	return total;
}

int main(void)
{
	printf("%d", add(3));
	printf(" %d", add(-1));
	printf(" %d", sub(1));
	printf(" %d", sub(9));
	printf(" %d", chained(1));
	printf(" %d", chained(2));
	printf(" %d", chained(3));
	printf(" %d", looped(7));
	printf(" %d", some(0));
	printf(" %d %d %d\n", some(1), total, calls);
	return 0;
}
