/* What macros of the tree say of the function that they stand in is the original function's name. */
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count;

#define LOG(format, ...) printf("%s: " format "\n", __func__, __VA_ARGS__)
#define HERE __FUNCTION__
#define TRACE() puts(HERE)

#define __func__ "add"

struct add_cs {  /* lock, in.c:15-19 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	assert(n > 0);
	count += n;
	LOG("%d", count);
	return 0;
}

#undef __func__

static int add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec(&lock, add_cs, &cs, sizeof(cs));
	return count;
}

#define __FUNCTION__ "traced"
#define __func__ "traced"

struct traced_cs {         /* lock, in.c:26-30 */
	int n;             /* in */
	const char *func;  /* in */
};

static int traced_cs(void *ctx)
{
	struct traced_cs *cs = ctx;
	int n = cs->n;
	const char *func = cs->func;

	TRACE();
	count += n;
	LOG("%d in %s", count, func);
	return 0;
}

#undef __FUNCTION__
#undef __func__

/* By two names, and by itself. */
static int traced(int n)
{
	struct traced_cs cs = { .n = n, .func = __func__ };
	rcl_exec(&lock, traced_cs, &cs, sizeof(cs));
	return count;
}

struct behind_cs {  /* lock, in.c:37-44 */
	int n;      /* in */
};

static int behind_cs(void *ctx)
{
	struct behind_cs *cs = ctx;
	int n = cs->n;

	if (count > n) {
		return 1;
	}
	count += n;
	return 0;
}

/* Only behind the section. */
static int behind(int n)
{
	struct behind_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, behind_cs, &cs, sizeof(cs)) == 1) {
		LOG("%d", n);
		return 0;
	}
	return count;
}

int main(void)
{
	return add(1) + traced(2) + behind(2) + behind(5) != 12;
}
