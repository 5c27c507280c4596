/* A branch that a constant rules out is converted, too: in a later build the constant may be another. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#define DEBUG 0
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

struct one_cs {  /* m, in.c:10-17 */
	int i;   /* in */
	int k;   /* in-out */
};

static int one_cs(void *ctx)
{
	struct one_cs *cs = ctx;
	int i = cs->i;
	int k = cs->k;

	n += i;
	if (DEBUG) {
		return 1;
	}
	k += n;
	cs->k = k;
	return 0;
}

static int one(int i)
{
	int k = i;
	struct one_cs cs = { .i = i, .k = k };
	if (rcl_exec_anon(&m, one_cs, &cs, sizeof(cs)) == 1)
		goto bad;
	k = cs.k;
	return k;
bad:
	return -1;
}

struct two_cs {  /* m, in.c:24-32 */
	int i;   /* in */
	int at;  /* where it goes on */
};

static int two_cs(void *ctx)
{
	struct two_cs *cs = ctx;
	int i = cs->i;

	if (cs->at == 1)
		goto at_1;

	n += i;
	if (DEBUG && n > 4) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	n++;
	return 0;
}

static int two(int i)
{
	struct two_cs cs = { .i = i, .at = 0 };
	while (rcl_exec_anon(&m, two_cs, &cs, sizeof(cs)) == 1) {
		printf("dead\n");
	}
	return i;
}

struct four_cs {  /* m, in.c:37-41 */
	int i;    /* in */
};

static int four_cs(void *ctx)
{
	struct four_cs *cs = ctx;
	int i = cs->i;

	n += i;
	return 0;
}

static int four(int i)
{
	struct four_cs cs = { .i = i };
	if (!DEBUG)
		rcl_exec_anon(&m, four_cs, &cs, sizeof(cs));
	else
		four_cs(&cs);
	return i;
}

struct five_cs {  /* m, in.c:46-54 */
	int i;    /* in */
	int at;   /* where it goes on */
};

static int five_cs(void *ctx)
{
	struct five_cs *cs = ctx;
	int i = cs->i;

	if (cs->at == 1)
		goto at_1;

	while (DEBUG) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	n += i;
	return 0;
}

static int five(int i)
{
	struct five_cs cs = { .i = i, .at = 0 };
	while (rcl_exec_anon(&m, five_cs, &cs, sizeof(cs)) == 1) {
		if (n > 2)
			return 5;
	}
	return i;
}

struct run_cs {  /* m, in.c:62-64 */
	long s;  /* in */
};

static int run_cs(void *ctx)
{
	struct run_cs *cs = ctx;
	long s = cs->s;

	printf("%ld\n", s);
	return 0;
}

static void *run(void *a)
{
	long s = 0;
	for (int i = 0; i < 1000; i++)
		s += one(i) > 0, s += two(i), s += four(i), s += five(i);
	struct run_cs cs = { .s = s };
	rcl_exec(&m, run_cs, &cs, sizeof(cs));
	return a;
}
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); printf("%d\n", n); return 0; }
