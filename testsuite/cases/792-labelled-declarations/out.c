/* What a label stands before may be a declaration: its block is the one around the label. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t odd = RCL_MUTEX_INITIALIZER(odd);
static long data;

/* odd, in.c:8-9 */
static int one_cs(void *ctx)
{
	data++;
	return RCL_KEEP;
}

static long one(int n)
{
	rcl_exec_anon(&odd, one_cs, NULL, 0);
	long way = n + data, *way_at = &way;
	rcl_unlock(&odd);
	return n + *way_at;
}

struct two_cs {  /* odd, in.c:16-19 */
	int n;   /* in */
};

static int two_cs(void *ctx)
{
	struct two_cs *cs = ctx;
	int n = cs->n;

	if (n & 1)
		return RCL_KEEP | 1;
	data++;
	return RCL_KEEP;
}

static long two(int n)
{
	struct two_cs cs = { .n = n };
	if (rcl_exec_anon(&odd, two_cs, &cs, sizeof(cs)) == 1)
		goto skip;
skip:
	long way = n + data, *way_at = &way;
	rcl_unlock(&odd);
	return n + *way_at;
}

struct three_cs {  /* odd, in.c:27-30 */
	int n;     /* in */
};

static int three_cs(void *ctx)
{
	struct three_cs *cs = ctx;
	int n = cs->n;

	if (n & 1)
		return RCL_KEEP | 1;
	data++;
	return RCL_KEEP;
}

static long three(int n)
{
	struct three_cs cs = { .n = n };
	if (rcl_exec_anon(&odd, three_cs, &cs, sizeof(cs)) == 1)
		goto skip;
skip:;
	long way = n + data, *way_at = &way;
	rcl_unlock(&odd);
	return n + *way_at;
}
static long four(int n)
{
	rcl_lock(&odd);
	switch (n & 1) {
	case 1:;
		long way = n + data, *way_at = &way;
		rcl_unlock(&odd);
		return n + *way_at;
	}
	rcl_unlock(&odd);
	return n;
}
static void *run(void *a) { long s = 0; for (int i = 0; i < 1000; i++) s += one(i), s += two(i) + three(i) + four(i); printf("%ld\n", s); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); printf("%ld\n", data); return 0; }
