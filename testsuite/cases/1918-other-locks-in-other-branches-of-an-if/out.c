/* Sections whose lock calls stand in a branch of an #if, and in whose others something else is done. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#if defined(_WIN32)
#include <windows.h>
static CRITICAL_SECTION cs;
#elif defined(USE_SPIN)
static int spin;
#else
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
#endif
static long n;
static int tab[8];

struct take_cs {   /* m, in.c:22-52 */
	int k;     /* in */
	int *out;  /* in */
	int err;   /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int k = cs->k;
	int *out = cs->out;
	int err;
	int i;

	for (i = 0; i < 8; i++) {
		if (tab[i] == k) {
			*out = i;
			return 1;
		}
	}
	err = -1;
	n++;
	cs->err = err;
	return 0;
}

/* takes it out */
int take(int k, int *out)
{
	int err = 0;

	/* the table's lock */
	struct take_cs cs_context = { .k = k, .out = out };
	int way;
#if defined(_WIN32)
	EnterCriticalSection(&cs); /* theirs */
	way = take_cs(&cs_context);
	LeaveCriticalSection(&cs);
#elif defined(USE_SPIN)
	while (__sync_lock_test_and_set(&spin, 1)) {
		;
	}
	way = take_cs(&cs_context);
	__sync_lock_release(&spin);
#else
	/* ours */
	/* now */
	way = rcl_exec_anon(&m, take_cs, &cs_context, sizeof(cs_context));
#endif
	if (way == 1) {
		return 0;
	}
	err = cs_context.err;
	return err;
}

int put(int k)
{
	int i = k & 7;
#ifdef WIN
	long old = Enter(&i);
#else
	rcl_lock(&m);
#endif
	tab[i] = k;
#ifdef WIN
	Leave(old);
#else
	rcl_unlock(&m);
#endif
	return i;
}

struct get_cs {  /* m, in.c:77-88 */
	int k;   /* in */
	int r;   /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int k = cs->k;
	int r;

#ifdef USE_SPIN
	r = spin_get(k);
#else
	r = tab[k];
#endif
	cs->r = r;
	return 0;
}

int get(int k)
{
	int r;
	struct get_cs cs = { .k = k };
#ifndef USE_SPIN
	rcl_exec_anon(&m, get_cs, &cs, sizeof(cs));
#else
	spin_lock(k);
	get_cs(&cs);
	spin_unlock(k);
#endif
	r = cs.r;
	return r;
}

struct both_cs {  /* m, in.c:97-108 */
	int k;    /* in */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	int k = cs->k;

	tab[k]++;
	return 0;
}

void both(int k)
{
	struct both_cs cs = { .k = k };
#ifdef NOTHING
	both_cs(&cs);
#elif defined(WIN)
	lock_it();
	both_cs(&cs);
	unlock_it();
#else
	rcl_exec_anon(&m, both_cs, &cs, sizeof(cs));
#endif
}

struct no_else_cs {  /* m, in.c:114-123 */
	int k;       /* in */
};

static int no_else_cs(void *ctx)
{
	struct no_else_cs *cs = ctx;
	int k = cs->k;

	tab[k]++;
	return 0;
}

void no_else(int k)
{
	struct no_else_cs cs = { .k = k };
#ifdef WIN
	lock_it();
	no_else_cs(&cs);
	unlock_it();
#elif !defined(NOTHING)
	rcl_exec_anon(&m, no_else_cs, &cs, sizeof(cs));
#else
	no_else_cs(&cs);
#endif
}

int main(void)
{
	int at = 9;
	both(1);
	no_else(2);
	printf("%d\n", put(13));
	printf("%d\n", take(13, &at));
	printf("%d\n", at);
	printf("%d %d\n", take(77, &at), get(1));
	return 0;
}
