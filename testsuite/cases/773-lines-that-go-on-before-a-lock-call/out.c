/* libclang counts the end of a line that goes on to what follows at the beginning of the next one. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;
static void see(int me, int r, const char *s) { sum += me + r + *s; }

struct f_cs {    /* lock, in.c:9-13 */
	long n;  /* in */
};

static int f_cs(void *ctx)
{
	struct f_cs *cs = ctx;
	long n = cs->n;

	see(1, \
0, "lock");
	sum += n;
	return 0;
}

static long f(long n)
{
	struct f_cs cs = { .n = n };
	rcl_exec_anon(&lock, f_cs, &cs, sizeof(cs));
	see(1, \
	0, "unlock");
	return n;
}

struct g_cs {    /* lock, in.c:18-20 */
	long n;  /* in */
};

static int g_cs(void *ctx)
{
	struct g_cs *cs = ctx;
	long n = cs->n;

	sum += n; \
	return 0;
}

static long g(long n)
{
	struct g_cs cs = { .n = n };
	rcl_exec_anon(&lock, g_cs, &cs, sizeof(cs));
	return n;
}

struct h_cs {    /* lock, in.c:26-29 */
	long n;  /* in */
};

static int h_cs(void *ctx)
{
	struct h_cs *cs = ctx;
	long n = cs->n;
	int r;

	r = 1 + \
0;
	sum += n + r;
	return 0;
}

static long h(long n)
{
	struct h_cs cs = { .n = n };
	rcl_exec_anon(&lock, h_cs, &cs, sizeof(cs));
	return n;
}
int main(void)
{
	printf("%ld %ld %ld\n", f(3), g(3), h(2));
	return 0;
}
