/* Lock guards that the next statement locks, and whose clean-up function keeps what it checks. */
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define UNIQUE_2(name, n) name##n
#define UNIQUE_1(name, n) UNIQUE_2(name, n)
#define UNIQUE(name) UNIQUE_1(name, __COUNTER__)
#define CLEANUP_UNLOCK __attribute__((cleanup(cleanup_unlock)))
#define LOCK_FOR_SCOPE(mutex) LOCK_FOR_SCOPE_1((mutex), UNIQUE(_lock))
#define LOCK_FOR_SCOPE_1(mutex, lock)			\
	CLEANUP_UNLOCK rcl_mutex_t *lock = mutex;	\
	do {						\
		int _r = rcl_lock(lock);		\
		assert(!_r);				\
	} while (0)

struct conn {
	rcl_mutex_t lock;
	int sent;
	int status;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int total, failed;

static void cleanup_unlock(rcl_mutex_t **ptr)
{
	int r = rcl_unlock(*ptr);
	assert(!r);
}

struct add_cs {          /* c->lock, in.c:37-42 */
	struct conn *c;  /* in */
	int n;           /* in */
	int result;      /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct conn *c = cs->c;
	int n = cs->n;

	if (n < 0)
		return 1;
	c->sent += n;
	cs->result = c->sent;
	return 2;
}

static int add(struct conn *c, int n)
{
	struct add_cs cs = { .c = c, .n = n };
	int way = rcl_exec_anon(&c->lock, add_cs, &cs, sizeof(cs));

	if (way == 1)
		return -1;
	return cs.result;
}

struct both_conn_cs {    /* c->lock, in.c:53-55 */
	struct conn *c;  /* in */
	int r;           /* in */
};

static int both_conn_cs(void *ctx)
{
	struct both_conn_cs *cs = ctx;
	struct conn *c = cs->c;
	int r = cs->r;

	c->status = r;
	return 0;
}

struct both_lock_cs {    /* lock, in.c:49-56 */
	struct conn *c;  /* in */
	int n;           /* in */
	int r;           /* out */
};

static int both_lock_cs(void *ctx)
{
	struct both_lock_cs *cs = ctx;
	struct conn *c = cs->c;
	int n = cs->n;
	int r;

	total += n;
	r = total;
	{
		struct both_conn_cs conn_cs = { .c = c, .r = r };
		rcl_exec_anon(&c->lock, both_conn_cs, &conn_cs, sizeof(conn_cs));
	}
	cs->r = r;
	return 1;
}

static int both(struct conn *c, int n)
{
	int r;

	struct both_lock_cs cs = { .c = c, .n = n };
	rcl_exec_anon(&lock, both_lock_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct written_out_cs {  /* other, in.c:61-66 */
	int n;           /* in */
	int result;      /* out */
};

static int written_out_cs(void *ctx)
{
	struct written_out_cs *cs = ctx;
	int n = cs->n;

	total += n;
	cs->result = total;
	return 1;
}

static int written_out(int n)
{
	struct written_out_cs cs = { .n = n };
	rcl_exec_anon(&other, written_out_cs, &cs, sizeof(cs));
	return cs.result;
}

#define CONN_GUARD(c) CLEANUP_UNLOCK rcl_mutex_t *guard = &(c)->lock; rcl_lock(guard)
static int made(struct conn *c, int n)
{
	CONN_GUARD(c);

	c->sent += n;
	return c->sent;
}

/* This one is named once more. */
static int named(int n)
{
	CLEANUP_UNLOCK rcl_mutex_t *guard = &other;
	rcl_lock(guard);

	total += n;
	rcl_unlock(guard);
	failed++;
	rcl_lock(guard);
	return total;
}

/* Of this one the comment would go. */
static int commented(int n)
{
	CLEANUP_UNLOCK rcl_mutex_t *guard = &other;
	/* nobody has it for long */
	rcl_lock(guard);
	return total += n;
}

/* And something comes between, or is done where the call succeeds. */
static int between(int n)
{
	CLEANUP_UNLOCK rcl_mutex_t *guard = &other;
	failed += n;
	rcl_lock(guard);
	return ++total;
}

static int counted(int n)
{
	CLEANUP_UNLOCK rcl_mutex_t *guard = &other;
	if (rcl_lock(guard) == 0)
		failed++;

	total += n;
	return total;
}

int main(void)
{
	struct conn c = { RCL_MUTEX_INITIALIZER(conn_lock), 0, 0 };

	printf("%d ", add(&c, 2));
	printf("%d ", add(&c, -2));
	printf("%d ", both(&c, 3));
	printf("%d ", written_out(4));
	printf("%d ", made(&c, 1));
	printf("%d ", named(5));
	printf("%d ", commented(6));
	printf("%d ", between(1));
	printf("%d ", counted(2));
	printf("%d %d %d\n", c.sent, c.status, failed);
	return 0;
}
