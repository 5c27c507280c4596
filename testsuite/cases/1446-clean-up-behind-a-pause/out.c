#include <pthread.h>
#include "rcl_config.h"

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long count, said;

static void noted(long *n)
{
	said += *n;
}

/* what is declared while the lock is released is cleaned up with the lock held */
void held(int n)
{
	rcl_lock(&m);
	for (int i = 0; i < n; i++) {
		rcl_unlock(&m);
		long kept __attribute__((cleanup(noted))) = i + n;
		__atomic_fetch_add(&kept, 1, __ATOMIC_SEQ_CST);
		rcl_lock(&m);
		count += n;
	}
	rcl_unlock(&m);
}

/* and the section may have it */
void named(int n)
{
	rcl_lock(&m);
	for (int i = 0; i < n; i++) {
		rcl_unlock(&m);
		__attribute__((cleanup(noted))) long kept = i + n;
		rcl_lock(&m);
		count += kept;
	}
	rcl_unlock(&m);
}

struct ended_cs {  /* m, in.c:41-51 */
	int n;     /* in */
	int i;     /* out */
	int at;    /* where it goes on */
};

static int ended_cs(void *ctx)
{
	struct ended_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	for (int i = 0; i < n; i++) {
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		i = cs->i;
		count += n;
	}
	return 0;
}

/* before the lock is taken again */
void ended(int n)
{
	struct ended_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&m, ended_cs, &cs, sizeof(cs)) == 1) {
		int i = cs.i;
		{
			long own __attribute__((cleanup(noted))) = i + n;
			own++;
		}
	}
}

struct left_cs {  /* m, in.c:57-64 */
	int n;    /* in */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	int n = cs->n;

	if (n < 0) {
		return 1;
	}
	count += n;
	return 0;
}

/* on a way out */
int left(int n)
{
	struct left_cs cs = { .n = n };
	if (rcl_exec_anon(&m, left_cs, &cs, sizeof(cs)) == 1) {
		long own __attribute__((cleanup(noted))) = n;
		return own > 3;
	}
	return 1;
}
