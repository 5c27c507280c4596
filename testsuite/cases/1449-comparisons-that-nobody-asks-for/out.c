#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define smutex_lock(mp)	(rcl_lock(mp) == 0)
#define smutex_unlock(mp)	(rcl_unlock(mp) == 0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long count;

struct add_cs {  /* lock, in.c:13-15 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void add(n)
	int n;
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

struct take_cs {  /* lock, in.c:20-27 */
	int n;    /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;

	if (count < n)
	{
		return 1;
	}
	count -= n;
	return 0;
}

static int take(int n)
{
	struct take_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs)) == 1)
	{
		return 0;
	}
	return 1;
}

struct direct_cs {  /* lock, in.c:33-35 */
	int n;      /* in */
};

static int direct_cs(void *ctx)
{
	struct direct_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void direct(int n)
{
	struct direct_cs cs = { .n = n };
	rcl_exec_anon(&lock, direct_cs, &cs, sizeof(cs));
}

int main(void)
{
	int got = 0;

	for (int i = 0; i < 10; i++) {
		add(i);
		direct(1);
		got += take(i + 3);
	}
	printf("%d %ld\n", got, count);
	return 0;
}
