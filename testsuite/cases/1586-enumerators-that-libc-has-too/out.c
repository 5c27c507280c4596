/* An enumerator that hides a function of libc's stays in its function, those of other functions go before these. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

enum { ONE = 1, TWO };

struct counted_cs {  /* lock, in.c:13-15 */
	int n;       /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int n = cs->n;

	total += n * TWO;
	return 0;
}

static int counted(int n)
{
	struct counted_cs cs = { .n = n };
	rcl_exec_anon(&lock, counted_cs, &cs, sizeof(cs));
	return n;
}

static int indexed(int n)
{
	enum { none, index };

	rcl_lock(&lock);
	total += n * index;
	rcl_unlock(&lock);
	return n;
}

enum { FLAG = 1 << 2, FLAGS = FLAG | 1 };

struct flagged_cs {  /* lock, in.c:33-35 */
	int n;       /* in */
};

static int flagged_cs(void *ctx)
{
	struct flagged_cs *cs = ctx;
	int n = cs->n;

	total += n & FLAGS;
	return 0;
}

static int flagged(int n)
{
	struct flagged_cs cs = { .n = n };
	rcl_exec_anon(&lock, flagged_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	printf("%d %d %d ", counted(2), indexed(3), flagged(7));
	printf("%d\n", total);
	return 0;
}
