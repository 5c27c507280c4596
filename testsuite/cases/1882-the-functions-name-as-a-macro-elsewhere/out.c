/* The functions' name is a macro for some functions alone, as an earlier rewriting makes it, and not where a section is. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define NOTE(n) note(__func__, n)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static void note(const char *who, int n)
{
	total += n;
	printf("%s %d\n", who, total);
}

#define __func__ "named"

struct first_cs {  /* lock, in.c:20-22 */
	int n;     /* in */
};

static int first_cs(void *ctx)
{
	struct first_cs *cs = ctx;
	int n = cs->n;

	NOTE(n);
	return 0;
}

static void first(int n)
{
	struct first_cs cs = { .n = n };
	rcl_exec(&lock, first_cs, &cs, sizeof(cs));
}

#undef __func__

#define __func__ "second"

struct second_cs {  /* lock, in.c:29-31 */
	int n;      /* in */
};

static int second_cs(void *ctx)
{
	struct second_cs *cs = ctx;
	int n = cs->n;

	NOTE(n);
	return 0;
}

#undef __func__

static void second(int n)
{
	struct second_cs cs = { .n = n };
	rcl_exec(&lock, second_cs, &cs, sizeof(cs));
}

int main(void)
{
	first(1);
	second(2);
	return 0;
}
