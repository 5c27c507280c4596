/* Macros that compare what a lock call gives: what is kept of them is 1 for success, and 0 is a failure. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCKED(m) (rcl_lock(m) == 0)
#define TRIED(m) (rcl_trylock(m) == 0)
#define UNLOCKED(m) (rcl_unlock(m) == 0)
#define UNLOCKED_NOT(m) (!UNLOCKED(m))
#define BUSY(m) (rcl_trylock(m) != 0)
#define LOCK(m) (rcl_lock(m))
#define KEEP(m) (kept = rcl_lock(m) == 0)
#define CALLED(x) (calls++, (x))

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, calls;

struct declared_cs {  /* m, in.c:19-24 */
	int n;        /* in */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int declared(int n)
{
	struct declared_cs cs = { .n = n };
	int ok = rcl_exec_anon(&m, declared_cs, &cs, sizeof(cs)) >= 0;
	if (!ok)
		return -1;
	return ok;
}

struct assigned_cs {  /* m, in.c:32-35 */
	int n;        /* in */
};

static int assigned_cs(void *ctx)
{
	struct assigned_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int assigned(int n)
{
	int ok;

	struct assigned_cs cs = { .n = n };
	if (!(ok = (rcl_exec_anon(&m, assigned_cs, &cs, sizeof(cs)) >= 0)))
		return -1;
	return ok + 5;
}

static int used(int n)
{
	int ok = n;

	ok += LOCKED(&m);
	count += n;
	rcl_unlock(&m);
	return ok;
}

struct tried_cs {  /* m, in.c:51-55 */
	int n;     /* in */
};

static int tried_cs(void *ctx)
{
	struct tried_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int tried(int n)
{
	struct tried_cs cs = { .n = n };
	int ok = rcl_tryexec(&m, tried_cs, &cs, sizeof(cs)) >= 0;
	return ok;
}

struct tried_at_once_cs {  /* m, in.c:64-66 */
	int n;             /* in */
};

static int tried_at_once_cs(void *ctx)
{
	struct tried_at_once_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int tried_at_once(int n)
{
	int ok;

	struct tried_at_once_cs cs = { .n = n };
	ok = rcl_tryexec(&m, tried_at_once_cs, &cs, sizeof(cs)) >= 0;
	return ok;
}

static int busy(int n)
{
	int r = BUSY(&m);

	if (r)
		return r;
	count += n;
	rcl_unlock(&m);
	return r;
}

struct released_cs {  /* m, in.c:86-87 */
	int n;        /* in */
};

static int released_cs(void *ctx)
{
	struct released_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

static int released(int n)
{
	int ok;

	struct released_cs cs = { .n = n };
	rcl_exec_anon(&m, released_cs, &cs, sizeof(cs));
	ok = UNLOCKED(&m);
	return ok;
}

struct returned_cs {  /* m, in.c:94-95 */
	int n;        /* in */
};

static int returned_cs(void *ctx)
{
	struct returned_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

static int returned(int n)
{
	struct returned_cs cs = { .n = n };
	rcl_exec_anon(&m, returned_cs, &cs, sizeof(cs));
	return UNLOCKED(&m);
}

struct returned_not_cs {  /* m, in.c:101-102 */
	int n;            /* in */
};

static int returned_not_cs(void *ctx)
{
	struct returned_not_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

static int returned_not(int n)
{
	struct returned_not_cs cs = { .n = n };
	rcl_exec_anon(&m, returned_not_cs, &cs, sizeof(cs));
	return UNLOCKED_NOT(&m);
}

struct in_brackets_cs {  /* m, in.c:108-113 */
	int n;           /* in */
};

static int in_brackets_cs(void *ctx)
{
	struct in_brackets_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int in_brackets(int n)
{
	struct in_brackets_cs cs = { .n = n };
	int r = -rcl_exec_anon(&m, in_brackets_cs, &cs, sizeof(cs));
	if (r)
		return r;
	return r;
}

static int kept_by_it(int n)
{
	int kept;

	if (!KEEP(&m))
		return -1;
	count += n;
	rcl_unlock(&m);
	return kept;
}

static int with_more(int n)
{
	int r = CALLED(rcl_lock(&m));

	count += n;
	rcl_unlock(&m);
	return r;
}

struct only_asked_cs {  /* m, in.c:139-142 */
	int n;          /* in */
};

static int only_asked_cs(void *ctx)
{
	struct only_asked_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int only_asked(int n)
{
	struct only_asked_cs cs = { .n = n };
	if (rcl_exec_anon(&m, only_asked_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

struct begins_cs {  /* m, in.c:148-151 */
	int n;      /* in */
};

static int begins_cs(void *ctx)
{
	struct begins_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 1;
}

static int begins(int n)
{
	struct begins_cs cs = { .n = n };
	if (rcl_exec_anon(&m, begins_cs, &cs, sizeof(cs)) == 1)
		n++;
	return n;
}

struct begins_and_fails_cs {  /* m, in.c:158-161 */
	int n;                /* in */
};

static int begins_and_fails_cs(void *ctx)
{
	struct begins_and_fails_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int begins_and_fails(int n)
{
	struct begins_and_fails_cs cs = { .n = n };
	if (rcl_tryexec(&m, begins_and_fails_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return n;
}

static void *held(void *arg)
{
	(void)arg;
	printf("%d %d %d %d\n", tried(1), tried_at_once(2), busy(3), begins_and_fails(4));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d %d %d %d %d\n", declared(1), assigned(2), used(3), tried(4), tried_at_once(5), busy(6));
	printf("%d %d %d %d %d %d\n", released(1), returned(2), returned_not(3), in_brackets(4), kept_by_it(5), with_more(6));
	printf("%d %d %d\n", only_asked(7), begins(8), begins_and_fails(9));
	rcl_lock(&m);
	pthread_create(&t, NULL, held, NULL);
	pthread_join(t, NULL);
	rcl_unlock(&m);
	printf("%d %d\n", count, calls);
	return 0;
}
