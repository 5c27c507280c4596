/* A variable of the function's says whether the lock was taken, perhaps until that is given back. It must be 0 before, and
 * only its function may change it, not in the section. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, threaded;

struct add_cs {  /* lock, in.c:13-19 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int add(int n)
{
	int locked = 0;

	struct add_cs cs = { .n = n };
	if (threaded) {
		locked = 1;
	}
	if (locked) {
		rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	} else {
		add_cs(&cs);
	}
	return n;
}

struct leaves_cs {  /* lock, in.c:28-41 */
	int n;      /* in */
	int sum;    /* out */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	int n = cs->n;
	int sum;

	total += n;
	if (total > 10) {
		return 1;
	}
	sum = total;
	cs->sum = sum;
	return 0;
}

static int leaves(int n)
{
	int sum, locked = 0;

	/* not in a callback */
	struct leaves_cs cs = { .n = n };
	if (n > 0 && threaded != n) {
		/* which has it */
		locked = 1;
	}
	int way = locked ? rcl_exec_anon(&lock, leaves_cs, &cs, sizeof(cs)) : leaves_cs(&cs);

	if (way == 1) {
		return -1;
	}
	sum = cs.sum;
	return sum;
}

struct reads_cs {    /* lock, in.c:49-52 */
	int n;       /* in */
	int locked;  /* in */
};

static int reads_cs(void *ctx)
{
	struct reads_cs *cs = ctx;
	int n = cs->n;
	int locked = cs->locked;

	total += n + locked;
	return 0;
}

static int reads(int n)
{
	int locked = 0;

	struct reads_cs cs = { .n = n };
	if (threaded) { locked = 1; }
	cs.locked = locked;
	if (locked) {
		rcl_exec_anon(&lock, reads_cs, &cs, sizeof(cs));
	} else {
		reads_cs(&cs);
	}
	return n;
}


/* it may be set before */
static int before(int n, int locked)
{
	if (threaded) {
		rcl_lock(&lock);
		locked = 1;
	}
	total += n;
	if (locked)
		rcl_unlock(&lock);
	return n;
}

/* or by another round */
static int again(int n)
{
	int locked = 0;

	while (n-- > 0) {
		if (threaded) {
			rcl_lock(&lock);
			locked = 1;
		}
		total += n;
		if (locked)
			rcl_unlock(&lock);
	}
	return n;
}

struct inside_cs {   /* lock, in.c:92-98 */
	int n;       /* in */
	int locked;  /* in-out */
};

static int inside_cs(void *ctx)
{
	struct inside_cs *cs = ctx;
	int n = cs->n;
	int locked = cs->locked;

	total += n;
	if (n > 5)
		locked = 0;
	cs->locked = locked;
	return RCL_KEEP;
}

/* or in the section */
static int inside(int n)
{
	int locked = 0;

	struct inside_cs cs = { .n = n };
	if (threaded) {
		locked = 1;
	}
	cs.locked = locked;
	if (locked) {
		rcl_exec_anon(&lock, inside_cs, &cs, sizeof(cs));
	} else {
		inside_cs(&cs);
	}
	locked = cs.locked;
	if (locked)
		rcl_unlock(&lock);
	return n;
}

/* or by others */
static void set(int *flag)
{
	*flag = 0;
}

static int others(int n)
{
	int locked = 0;

	if (threaded) {
		rcl_lock(&lock);
		locked = 1;
	}
	total += n;
	set(&locked);
	if (locked)
		rcl_unlock(&lock);
	return n;
}

struct more_cs {     /* lock, in.c:131-137 */
	int locked;  /* out */
};

static int more_cs(void *ctx)
{
	struct more_cs *cs = ctx;
	int locked;

	total++;
	locked = 1;
	cs->locked = locked;
	return RCL_KEEP;
}

/* the branch does more */
static int more(int n)
{
	int locked = 0;

	if (threaded) {
		struct more_cs cs;
		rcl_exec_anon(&lock, more_cs, &cs, sizeof(cs));
		locked = cs.locked;
	}
	total += n;
	if (locked)
		rcl_unlock(&lock);
	return n;
}

struct clears_cs {  /* lock, in.c:147-162 */
	int n;      /* in */
};

static int clears_cs(void *ctx)
{
	struct clears_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (total > 50) {
		return 1;
	}
	total += n;
	return 0;
}

/* it is cleared where the lock is given back */
static int clears(int n)
{
	int locked = 0;

	while (n-- > 0) {
		struct clears_cs cs = { .n = n };
		if (threaded) {
			locked = 1;
		}
		int way = locked
				? rcl_exec_anon(&lock, clears_cs, &cs, sizeof(cs))
				: clears_cs(&cs);

		if (way == 1) {
			locked = 0;
			return -locked;
		}
		locked = 0;
	}
	return n;
}

struct twice_lock_1_cs {  /* lock, in.c:172-178 */
	int n;            /* in */
};

static int twice_lock_1_cs(void *ctx)
{
	struct twice_lock_1_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

struct twice_lock_2_cs {  /* lock, in.c:182-188 */
	int n;            /* in */
};

static int twice_lock_2_cs(void *ctx)
{
	struct twice_lock_2_cs *cs = ctx;
	int n = cs->n;

	total -= n;
	return 0;
}

static int twice(int n)
{
	int locked = 0;

	struct twice_lock_1_cs cs = { .n = n };
	if (threaded) {
		locked = 1;
	}
	if (locked) {
		rcl_exec_anon(&lock, twice_lock_1_cs, &cs, sizeof(cs));
	} else {
		twice_lock_1_cs(&cs);
	}
	locked = 0;
	printf("%d\n", locked);
	struct twice_lock_2_cs lock_2_cs = { .n = n };
	if (threaded != n) {
		locked = 1;
	}
	if (locked) {
		rcl_exec_anon(&lock, twice_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	} else {
		twice_lock_2_cs(&lock_2_cs);
	}
	return n;
}

struct besides_cs {  /* lock, in.c:197-201 */
	int n;       /* in */
};

static int besides_cs(void *ctx)
{
	struct besides_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

/* with something else */
static int besides(int n)
{
	int locked = 0;

	struct besides_cs cs = { .n = n };
	if (threaded) {
		locked = 1;
	}
	if (locked) {
		rcl_exec_anon(&lock, besides_cs, &cs, sizeof(cs));
	} else {
		besides_cs(&cs);
	}
	if (locked) {
		rcl_unlock(&lock);
		locked = total;
	}
	return n;
}

int main(void)
{
	printf("%d %d %d\n", add(1), leaves(2), reads(2));
	threaded = 1;
	printf("%d %d %d\n", add(1), leaves(2), reads(2));
	threaded = 0;
	printf("%d %d %d %d %d %d\n", 0, before(1, 0), again(2), inside(1), others(1), more(1));
	threaded = 1;
	printf("%d %d %d\n", leaves(9), before(1, 0), more(1));
	printf("%d %d %d %d\n", clears(4), clears(40), twice(1), besides(1));
	threaded = 0;
	printf("%d %d %d %d\n", clears(4), clears(40), twice(1), besides(1));
	printf("%d\n", total);
	return 0;
}
