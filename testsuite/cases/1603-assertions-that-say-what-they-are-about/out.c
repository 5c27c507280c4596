#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define FATAL_ASSERT(cond) \
	do { \
		if (!(cond)) \
			fatal(#cond, __FILE__, __LINE__); \
	} while (0)

static rcl_mutex_t guard = RCL_MUTEX_INITIALIZER(guard);
static int total;
int checked;

__attribute__((noreturn)) static void fatal(const char *what, const char *file, int line)
{
	fprintf(stderr, "%s:%d: %s\n", file, line, what);
	abort();
}

struct add_cs {  /* guard, in.c:23-25 */
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

struct add_twice_cs {  /* guard, in.c:30-33 */
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

static void add_twice(int n)
{
	struct add_twice_cs cs = { .n = n };
	rcl_exec_anon(&guard, add_twice_cs, &cs, sizeof(cs));
}

/* whether it fails is a matter of something else, too */
static void add_checked(int n)
{
	FATAL_ASSERT(!rcl_lock(&guard) && checked);
	total += n;
	FATAL_ASSERT(!rcl_unlock(&guard));
}

int main(void)
{
	checked = 1;
	FATAL_ASSERT(total == 0 && "not counted yet");
	add(2);
	add_twice(3);
	add_checked(4);
	printf("%d\n", total);
	return 0;
}
