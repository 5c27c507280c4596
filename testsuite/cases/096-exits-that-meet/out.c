#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int total, spent;

struct quiet_cs {  /* lock, in.c:13-20 */
	int n;     /* in */
};

static int quiet_cs(void *ctx)
{
	struct quiet_cs *cs = ctx;
	int n = cs->n;

	if (n & 1) {
		total++;
		return 1;
	} else {
		total--;
		return 2;
	}
}

/* One of the exits leaves nothing to do behind it. */
static int quiet(int n)
{
	int x = n;

	struct quiet_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, quiet_cs, &cs, sizeof(cs));

	if (way == 2) {
		x = total;
	}
	return x;
}

struct silent_cs {  /* lock, in.c:28-34 */
	int n;      /* in */
};

static int silent_cs(void *ctx)
{
	struct silent_cs *cs = ctx;
	int n = cs->n;

	if (n & 1) {
		total++;
		return 1;
	} else {
		total--;
		return 1;
	}
}

/* None does. */
static void silent(int n)
{
	struct silent_cs cs = { .n = n };
	rcl_exec_anon(&lock, silent_cs, &cs, sizeof(cs));
}

struct in_a_row_lock_cs {  /* lock, in.c:43-54 */
	int n;             /* in */
	int x;             /* in-out */
};

static int in_a_row_lock_cs(void *ctx)
{
	struct in_a_row_lock_cs *cs = ctx;
	int n = cs->n;
	int x = cs->x;

	x += total;
	if (n == 2) {
		cs->x = x;
		return 1;
	}
	if (n == 3) {
		cs->x = x;
		return 2;
	}
	x++;
	cs->x = x;
	return 0;
}

struct in_a_row_other_cs {  /* other, in.c:55-66 */
	int n;              /* in */
	int x;              /* in */
	int y;              /* in-out */
};

static int in_a_row_other_cs(void *ctx)
{
	struct in_a_row_other_cs *cs = ctx;
	int n = cs->n;
	int x = cs->x;
	int y = cs->y;

	y += x;
	if (n == 4) {
		cs->y = y;
		return 1;
	}
	if (n == 5) {
		cs->y = y;
		return 2;
	}
	y++;
	cs->y = y;
	return 0;
}

/* Two sections in one block, each with exits of its own. */
static int in_a_row(int n)
{
	int x = n, y = 0;

	struct in_a_row_lock_cs cs = { .n = n, .x = x };
	int way = rcl_exec_anon(&lock, in_a_row_lock_cs, &cs, sizeof(cs));
	x = cs.x;

	if (way == 1) {
		return x;
	}
	if (way == 2) {
		goto out;
	}
	struct in_a_row_other_cs other_cs = { .n = n, .x = x, .y = y };
	int other_way = rcl_exec_anon(&other, in_a_row_other_cs, &other_cs, sizeof(other_cs));
	y = other_cs.y;

	if (other_way == 1) {
		return y;
	}
	if (other_way == 2) {
		goto out;
	}
out:
	return x * y;
}

struct tried_lock_cs {  /* lock, in.c:76-78 */
	int x;          /* in-out */
};

static int tried_lock_cs(void *ctx)
{
	struct tried_lock_cs *cs = ctx;
	int x = cs->x;

	x += total;
	cs->x = x;
	return 0;
}

struct tried_other_cs {  /* other, in.c:80-82 */
	int x;           /* in-out */
};

static int tried_other_cs(void *ctx)
{
	struct tried_other_cs *cs = ctx;
	int x = cs->x;

	x += spent;
	cs->x = x;
	return 0;
}

/* A section in a branch, and one behind it. */
static int tried(int n)
{
	int x = n;

	struct tried_lock_cs cs = { .x = x };
	if (rcl_tryexec(&lock, tried_lock_cs, &cs, sizeof(cs)) == 0) {
		x = cs.x;
	}
	struct tried_other_cs other_cs = { .x = x };
	rcl_exec_anon(&other, tried_other_cs, &other_cs, sizeof(other_cs));
	x = other_cs.x;
	return x;
}

struct rounds_cs {  /* lock, in.c:91-99 */
	int i;      /* kept */
	int at;     /* where it goes on */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}
	int i = 0;
	do {
		total++;
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		i = cs->i;
	} while (++i < 3);
	return 0;
}

/* A variable of the section that lives on while the lock is released. */
static int rounds(int n)
{
	int all = 0;

	struct rounds_cs cs = { .at = 0 };
	while (rcl_exec_anon(&lock, rounds_cs, &cs, sizeof(cs)) == 1) {
		all += n;
	}
	return all;
}

struct either_cs {  /* lock, in.c:108-122 */
	int n;      /* in */
	int at;     /* where it goes on */
};

static int either_cs(void *ctx)
{
	struct either_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	if (n > 1) {
		total++;
		cs->at = 1;
		return 1;
		at_1:
		total--;
	}
	if (n > 2) {
		return 2;
	} else {
		total++;
		return 2;
	}
}

/* One way out of it, behind the rounds, and something to do there. */
static int either(int n)
{
	int all = 0;

	struct either_cs cs = { .n = n, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&lock, either_cs, &cs, sizeof(cs))) == 1) {
		all += n;
	}
	all = -all;
	return all;
}

int main(void)
{
	for (int i = 0; i < 7; i++) {
		silent(i);
		printf("%d %d %d %d %d\n", quiet(i), in_a_row(i), tried(i), rounds(i), either(i));
	}
	return 0;
}
