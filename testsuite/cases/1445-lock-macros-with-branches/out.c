#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static int debug;
static long said, count, spare;

#define LOCK_QUIET(m) rcl_lock(m)
#define LOCK_DEBUG(m) { said++; rcl_lock(m); }
#define LOCK_DEBUG_AHEAD(m) { said++; }
#define LOCK(m) { if (!debug) { LOCK_QUIET(m); } else { LOCK_DEBUG(m); } }
#define LOCK_AHEAD(m) { if (!debug) { } else { LOCK_DEBUG_AHEAD(m); } }
#define UNLOCK_QUIET(m) rcl_unlock(m)
#define UNLOCK_DEBUG(m) { said++; rcl_unlock(m); }
#define UNLOCK_DEBUG_HELD(m) { said++; }
#define UNLOCK(m) { if (!debug) { UNLOCK_QUIET(m); } else { UNLOCK_DEBUG(m); } }
#define UNLOCK_HELD(m) { if (!debug) { } else { UNLOCK_DEBUG_HELD(m); } }

/* more than two, in one body */
#define ENTER(m) do { \
		if (debug > 1) { \
			said += 2; \
			rcl_lock(m); \
		} else if (debug) { \
			said++; \
			rcl_lock(m); \
		} else { \
			rcl_lock(m); \
		} \
	} while (0)
#define ENTER_AHEAD(m) do { \
		if (debug > 1) { \
			said += 2; \
		} else if (debug) { \
			said++; \
		} else { \
		} \
	} while (0)
#define LEAVE(m) rcl_unlock(m)

/* another one in each */
#define EITHER(which, m, n) { if (which) { rcl_lock(m); } else { rcl_lock(n); } }

/* and more behind */
#define LOCK_COUNTED(m) { if (debug) { said++; rcl_lock(m); } else { rcl_lock(m); } spare++; }

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), other = RCL_MUTEX_INITIALIZER(other);

struct add_cs {  /* lock, in.c:38-40 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	count += n;
	UNLOCK_HELD(&lock);
	return 0;
}

void add(int n)
{
	struct add_cs cs = { .n = n };
	LOCK_AHEAD(&lock);
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

struct take_cs {  /* lock, in.c:45-51 */
	int n;    /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;

	if (count < n) {
		UNLOCK_HELD(&lock);
		return 1;
	}
	count -= n;
	UNLOCK_HELD(&lock);
	return 0;
}

int take(int n)
{
	struct take_cs cs = { .n = n };
	LOCK_AHEAD(&lock);
	if (rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs)) == 1) {
		return 0;
	}
	return 1;
}

struct both_other_cs {  /* other, in.c:58-61 */
	int n;          /* in */
};

static int both_other_cs(void *ctx)
{
	struct both_other_cs *cs = ctx;
	int n = cs->n;

	count -= n;
	spare += n;
	UNLOCK_HELD(&other);
	return 0;
}

struct both_lock_cs {  /* lock, in.c:57-62 */
	int n;         /* in */
};

static int both_lock_cs(void *ctx)
{
	struct both_lock_cs *cs = ctx;
	int n = cs->n;
	struct both_other_cs other_cs = { .n = n };
	LOCK_AHEAD(&other);
	rcl_exec_anon(&other, both_other_cs, &other_cs, sizeof(other_cs));
	UNLOCK_HELD(&lock);
	return 0;
}

void both(int n)
{
	struct both_lock_cs cs = { .n = n };
	LOCK_AHEAD(&lock);
	rcl_exec_anon(&lock, both_lock_cs, &cs, sizeof(cs));
}

struct enter_cs {  /* other, in.c:69-71 */
	int n;     /* in */
};

static int enter_cs(void *ctx)
{
	struct enter_cs *cs = ctx;
	int n = cs->n;

	spare += n;
	return 0;
}

void enter(int n)
{
	if (n > 2)
		n = 2;
	struct enter_cs cs = { .n = n };
	ENTER_AHEAD(&other);
	rcl_exec_anon(&other, enter_cs, &cs, sizeof(cs));
}

void either(int n)
{
	EITHER(n & 1, &lock, &other);
	if (n & 1) {
		count++;
		rcl_unlock(&lock);
	} else {
		spare++;
		rcl_unlock(&other);
	}
}

void counted(int n)
{
	LOCK_COUNTED(&other);
	spare += n;
	LEAVE(&other);
}

int main(void)
{
	int i, got = 0;

	for (debug = 0; debug < 3; debug++) {
		for (i = 0; i < 10; i++)
			add(i);
		for (i = 0; i < 10; i++)
			got += take(i + 3);
		both(2);
		enter(5);
		either(1);
		either(2);
		counted(3);
	}
	printf("%d %ld %ld %ld\n", got, said, count, spare);
	return 0;
}
