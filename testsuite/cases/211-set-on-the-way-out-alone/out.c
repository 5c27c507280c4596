#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, cells[8];

struct taken_cs {   /* lock, in.c:12-23 */
	int n;      /* in */
	int *cell;  /* in */
};

static int taken_cs(void *ctx)
{
	struct taken_cs *cs = ctx;
	int n = cs->n;
	int *cell = cs->cell;

	total += n;
	if (total & 1) {
		int *size = cell + n;
		return 1;
	}
	*cell += n;
	return 0;
}

/* What the section declares, and only a way out sets. */
static int taken(int n)
{
	int *cell = cells;

	struct taken_cs cs = { .n = n, .cell = cell };
	if (rcl_exec_anon(&lock, taken_cs, &cs, sizeof(cs)) == 1) {
		int *size;
		long long twice;
		size = cells + 1;
		twice = n;
		return 3;
	}
	return total;
}

struct paused_cs {  /* lock, in.c:30-39 */
	int n;      /* in */
	int i;      /* kept */
	int at;     /* where it goes on */
};

static int paused_cs(void *ctx)
{
	struct paused_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1)
		goto at_1;

	for (int i = 0; i < n; i++) {
		total += i;
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		i = cs->i;
		cells[i & 7]++;
	}
	return 0;
}

/* And what only the client sets while the lock is released. */
static int paused(int n)
{
	struct paused_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, paused_cs, &cs, sizeof(cs)) == 1) {
		long left;
		left = total & 0;
	}
	return n;
}

struct declared_cs {  /* lock, in.c:48-58 */
	int turn;     /* in-out */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	int turn = cs->turn;

	for (;;) {
		if (turn++ == 2) {
			cs->turn = turn;
			return 1;
		}
		if (total < 0)
			break;
		total += turn;
	}
	cs->turn = turn;
	return RCL_KEEP;
}

/* A way out that does nothing but declare. */
static int declared(int n)
{
	int turn = 0;

	struct declared_cs cs = { .turn = turn };
	int way = rcl_exec_anon(&lock, declared_cs, &cs, sizeof(cs));

	if (way == 1) {
		turn = cs.turn;
		long long arg;
	} else {
		turn = cs.turn;
	}
	if (turn < 3)
		rcl_unlock(&lock);
	if (n < 0)
		return 0;
	return total;
}

struct looped_cs {  /* lock, in.c:71-76 */
	int turn;   /* in */
};

static int looped_cs(void *ctx)
{
	struct looped_cs *cs = ctx;
	int turn = cs->turn;

	for (;;) {
		if (turn++ == 2) {
			return 1;
		}
		total += turn;
	}
}

/* The same, in a loop that nothing but a release leaves. */
static int looped(int n)
{
	int turn = 0;

	struct looped_cs cs = { .turn = turn };
	rcl_exec_anon(&lock, looped_cs, &cs, sizeof(cs));
	{
		long long arg;
	}
	if (n < 0)
		return 0;
	return total;
}

int main(void)
{
	for (int n = 1; n < 8; n++)
		printf("%d %d %d %d\n", taken(n), paused(n), declared(n), looped(n));
	printf("%d %d\n", total, cells[3]);
	return 0;
}
