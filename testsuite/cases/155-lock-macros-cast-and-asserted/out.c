#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define mutex_lock(m) rcl_lock(m)
#define mutex_unlock(m) rcl_unlock(m)

/* A lock call whose result is kept, and asserted on. */
#define LOCK_MUTEX(m) do { \
	int ret; \
	ret = mutex_lock(m); \
	assert(ret == 0); \
} while (0)

#define UNLOCK_MUTEX(m) do { \
	int ret = mutex_unlock(m); \
	assert(ret == 0); \
} while (0)

/* This one does more than that, which goes with the section. */
#define LOCK_AND_COUNT(m) do { \
	int ret; \
	ret = mutex_lock(m); \
	assert((locked += ret == 0) > 0); \
} while (0)
#define LOCK_AND_COUNT_HELD(m) do { \
	int ret; \
	ret = 0; \
	assert((locked += ret == 0) > 0); \
} while (0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, locked;

struct next_cs {     /* lock, in.c:34-36 */
	int number;  /* out */
};

static int next_cs(void *ctx)
{
	struct next_cs *cs = ctx;
	int number;

	number = ++count;
	cs->number = number;
	return 0;
}

static int next(void)
{
	int number;

	struct next_cs cs;
	rcl_exec_anon(&lock, next_cs, &cs, sizeof(cs));
	number = cs.number;
	return number;
}

struct after_cs {    /* lock, in.c:44-46 */
	int number;  /* out */
};

static int after_cs(void *ctx)
{
	struct after_cs *cs = ctx;
	int number;

	number = ++count;
	cs->number = number;
	return 0;
}

static int after(void)
{
	int number;

	struct after_cs cs;
	rcl_exec_anon(&lock, after_cs, &cs, sizeof(cs));
	number = cs.number;
	return number;
}

struct last_cs {     /* lock, in.c:54-56 */
	int number;  /* out */
};

static int last_cs(void *ctx)
{
	struct last_cs *cs = ctx;
	int number;

	LOCK_AND_COUNT_HELD(&lock);
	number = ++count;
	cs->number = number;
	return 0;
}

static int last(void)
{
	int number;

	struct last_cs cs;
	rcl_exec_anon(&lock, last_cs, &cs, sizeof(cs));
	number = cs.number;
	return number;
}

int main(void)
{
	int one = next(), two = after(), three = last();

	printf("%d %d %d, %d\n", one, two, three, locked);
	return 0;
}
