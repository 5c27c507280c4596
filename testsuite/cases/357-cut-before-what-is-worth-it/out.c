#include <alloca.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

enum { IDLE, BUSY };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static __thread int rounds;
static int used, state;

/* What comes before alloca() is only the thread's own: nothing is worth a function of its own. */
static int own(int n)
{
	int had, kind;

	rcl_lock(&lock);
	rounds = 0;
	kind = BUSY;
	had = n;
	char *p = alloca(n);
	memset(p, kind, n);
	used += p[0];
	rcl_unlock(&lock);
	return had + kind;
}

/* lock, in.c:31-32 */
static int shared_cs(void *ctx)
{
	state = BUSY;
	return RCL_KEEP;
}

/* This is everybody's. */
static int shared(int n)
{
	rcl_exec_anon(&lock, shared_cs, NULL, 0);
	char *p = alloca(n);
	memset(p, 1, n);
	used += p[0];
	rcl_unlock(&lock);
	return p[0];
}

struct kept_cs {    /* lock, in.c:45-46 */
	int n;      /* in */
	int *last;  /* by reference */
	int had;    /* out */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;
	int *last = cs->last;
	int had;

	had = *last = *last + n;
	cs->had = had;
	return RCL_KEEP;
}

static int kept(int n)
{
	static int last;
	int had;

	struct kept_cs cs = { .n = n, .last = &last };
	rcl_exec_anon(&lock, kept_cs, &cs, sizeof(cs));
	had = cs.had;
	char *p = alloca(n);
	memset(p, had, n);
	used += p[0];
	rcl_unlock(&lock);
	return had;
}

struct again_cs {  /* lock, in.c:59-65 */
	int n;     /* in */
	int had;   /* out */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	int n = cs->n;
	int had;

	if (n > used) {
		return 1;
	}
	had = used--;
	cs->had = had;
	return 0;
}

/* Calls itself where it has given the lock back: its section does not. */
static int again(int n)
{
	int had;

	struct again_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, again_cs, &cs, sizeof(cs)) == 1) {
		return again(n - 1);
	}
	had = cs.had;
	return had;
}

int main(void)
{
	printf("%d %d\n", own(2), shared(3));
	printf("%d %d\n", kept(4), kept(5));
	printf("%d %d %d\n", again(20), used, state);
	return rounds;
}
