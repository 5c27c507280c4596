/*
 * A function is handed on by another name than that of its definition: what
 * calls it through a pointer may reach that one.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int used, left;

int tell(int n)
{
	rcl_unlock(&lock);
	printf("%d\n", n);
	rcl_lock(&lock);
	return left;
}

extern __typeof__(tell) lib_tell __attribute__((alias("tell")));

struct use_cs {            /* lock, in.c:23-26 */
	int n;             /* in */
	int (*told)(int);  /* in */
};

static int use_cs(void *ctx)
{
	struct use_cs *cs = ctx;
	int n = cs->n;
	int (*told)(int) = cs->told;

	used += n;
	left = told(used);
	return 0;
}

static int use(int n, int (*told)(int))
{
	struct use_cs cs = { .n = n, .told = told };
	rcl_exec_blocking(&lock, use_cs, &cs, sizeof(cs));
	return used;
}

struct leave_cs {  /* lock, in.c:32-34 */
	int n;     /* in */
};

static int leave_cs(void *ctx)
{
	struct leave_cs *cs = ctx;
	int n = cs->n;

	left += n;
	return 0;
}

static void leave(int n)
{
	struct leave_cs cs = { .n = n };
	rcl_exec_anon(&lock, leave_cs, &cs, sizeof(cs));
}

int main(void)
{
	leave(3);
	printf("%d\n", use(2, lib_tell));
	return 0;
}
