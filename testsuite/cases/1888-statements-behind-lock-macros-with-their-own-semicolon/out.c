/* What follows a lock macro that brings its own semicolon looks like a part of it: arguments, or a declaration's name. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

#define ENTER rcl_lock(&lock);
#define LEAVE rcl_unlock(&lock);

struct a_cs {     /* lock, in.c:13-16 */
	int *to;  /* in */
	int n;    /* in */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int *to = cs->to;
	int n = cs->n;

	*to += total;
	total += n;
	return 0;
}

static void a(int *to, int n)
{
	struct a_cs cs = { .to = to, .n = n };
	rcl_exec_anon(&lock, a_cs, &cs, sizeof(cs));
	*to *= 2;
}

struct b_lock_1_cs {  /* lock, in.c:24-32 */
	int n;        /* in */
};

static int b_lock_1_cs(void *ctx)
{
	struct b_lock_1_cs *cs = ctx;
	int n = cs->n;

	(void)n;
	total++;
	if (total > 3) {
		return 1;
	}
	return 0;
}

/* lock, in.c:34-36 */
static int b_lock_2_cs(void *ctx)
{
	--total;
	return 0;
}

static int b(int n)
{
	int (*say)(const char *, ...) = printf;

	struct b_lock_1_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, b_lock_1_cs, &cs, sizeof(cs)) == 1) {
		(*say)("%d\n", n);
		return n;
	}
	++n;
	rcl_exec_anon(&lock, b_lock_2_cs, NULL, 0);
	(void)say("%d\n", total);
	return n;
}

struct c_lock_1_cs {  /* lock, in.c:41 */
	int n;        /* in */
	int *at;      /* in */
};

static int c_lock_1_cs(void *ctx) {
	struct c_lock_1_cs *cs = ctx;
	int n = cs->n;
	int *at = cs->at;

	*at += n;
	return 0;
}

struct c_lock_2_cs {  /* lock, in.c:41 */
	int *at;      /* in */
};

static int c_lock_2_cs(void *ctx) {
	struct c_lock_2_cs *cs = ctx;
	int *at = cs->at;

	(*at)++; total += *at;
	return 0;
}

static int c(int n, int *at) {
	struct c_lock_1_cs cs = { .n = n, .at = at };
	rcl_exec_anon(&lock, c_lock_1_cs, &cs, sizeof(cs));
	*at += total;
	struct c_lock_2_cs lock_2_cs = { .at = at };
	rcl_exec_anon(&lock, c_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	return *at;
}

int main(void)
{
	int n = 2;

	a(&n, 1);
	printf("%d %d\n", n, total);
	printf("%d\n", b(1));
	total = 7;
	printf("%d\n", b(1));
	printf("%d\n", c(1, &n));
	printf("%d %d\n", n, total);
	return 0;
}
