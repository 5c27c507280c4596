#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t guard = RCL_MUTEX_INITIALIZER(guard);
static int total, last;

static void check(int rc, const char *what)
{
	if (rc != 0) {
		last = rc;
		fprintf(stderr, "%s failed\n", what);
	}
}

/* says more than whether it failed: what follows is its caller's */
static int counted(int rc)
{
	last++;
	return rc;
}

static void unlock(void)
{
	check(rcl_unlock(&guard), "unlock");
}

static int count_lock(void)
{
	return counted(rcl_lock(&guard));
}

struct add_cs {  /* guard, in.c:71-73 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&guard, add_cs, &cs, sizeof(cs));
}

struct add_twice_cs {  /* guard, in.c:78-82 */
	int n;         /* in */
};

static int add_twice_cs(void *ctx)
{
	struct add_twice_cs *cs = ctx;
	int n = cs->n;

	total += n;
	total += n;
	return 0;
}

static int add_twice(int n)
{
	struct add_twice_cs cs = { .n = n };
	if (rcl_exec_anon(&guard, add_twice_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

static void add_counted(int n)
{
	count_lock();
	total += n;
	unlock();
}

int main(void)
{
	add(2);
	add_twice(3);
	add_counted(4);
	printf("%d %d\n", total, last);
	return 0;
}
