/* The compiler warns of names that are made of the line that they stand in, which is another one now. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define PASTED(a, b) a##b
#define NAMED(a, b) PASTED(a, b)
#define ASSERT_NOW(condition) typedef char NAMED(assert_in_, __LINE__)[(condition) ? 1 : -1]

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {   /* lock, in.c:16-18 */
	int n;    /* in */
	int now;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int now;

	now = total += n;
	cs->now = now;
	return 0;
}

static int add(int n)
{
	int now;

	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

struct bounded_cs {  /* lock, in.c:28-31 */
	int n;       /* in */
};

static int bounded_cs(void *ctx)
{
	struct bounded_cs *cs = ctx;
	int n = cs->n;

	ASSERT_NOW(sizeof(total) == 4);
	total += n;
	return 0;
}

static int bounded(int n)
{
	ASSERT_NOW(sizeof(n) == 4);

	if (n > 9)
		return 9;
	struct bounded_cs cs = { .n = n };
	rcl_exec_anon(&lock, bounded_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	printf("%d %d %d\n", add(4), bounded(5), total);
	return 0;
}
