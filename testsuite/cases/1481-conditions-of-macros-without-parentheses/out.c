#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int threads, forked;
static long total;

#define ALONE threads < 2
#define SHARED threads > 1 || forked

struct put_cs {  /* m, in.c:28-30 */
	long n;  /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	long n = cs->n;

	total += n;
	return 0;
}

/* The opposite of a macro is that of all that it stands for. */
static void put(long n)
{
	struct put_cs cs = { .n = n };
	if (!(ALONE))
		rcl_exec_anon(&m, put_cs, &cs, sizeof(cs));
	else
		put_cs(&cs);
}

struct add_cs {  /* m, in.c:52-54 */
	long n;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;

	total -= n / 2;
	return 0;
}

/* And what is asked beside it is asked beside all of that. */
static void add(long n)
{
	struct add_cs cs = { .n = n };
	if (n != 0 && (SHARED))
		rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
	else
		add_cs(&cs);
}

int main(void)
{
	for (int i = 0; i < 8; i++) {
		threads = i & 3;
		forked = i & 1;
		put(i);
		add(i);
	}
	printf("%ld\n", total);
	return 0;
}
