/* Lock functions that return early, and again if their lock call fails: the lock is taken under the first condition. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

enum { OK, INVALID = -22 };

struct unit {
	rcl_mutex_t mx, notify;
	int size, on;
};

static struct unit one = { RCL_MUTEX_INITIALIZER(unit_mx), RCL_MUTEX_INITIALIZER(unit_notify), 3, 1 };

int map_errno(void)
{
	return -errno;
}

static rcl_mutex_t *unit_mutex(struct unit *unit)
{
	return &unit->mx;
}

int unit_lock(struct unit *unit)
{
	if (unit == 0) {
		return INVALID;
	}

	int ret = rcl_lock(&unit->mx);
	if (ret < 0) {
		return map_errno();
	}

	return OK;
}

int unit_unlock(struct unit *unit)
{
	if (unit == 0) {
		return INVALID;
	}

	int ret = rcl_unlock(&unit->mx);
	if (ret < 0) {
		return map_errno();
	}

	return OK;
}

static rcl_mutex_t *unit_on_mutex(struct unit *unit)
{
	return &unit->mx;
}

/* Without braces, for two reasons, and by the call's own result. */
int unit_lock_on(struct unit *unit)
{
	if (!unit)
		return INVALID;
	if (!unit->on)
		return 1;
	if (rcl_lock(&unit->mx) != 0)
		return map_errno();
	return OK;
}

void unit_unlock_on(struct unit *unit)
{
	if (unit == NULL || !unit->on)
		return;
	if (rcl_unlock(&unit->mx) != 0) {
		perror("unlock");
		return;
	}
}

static rcl_mutex_t *unit_for_mutex(struct unit *unit)
{
	return &unit->mx;
}

/* It returns in the middle, whatever that is for. */
int unit_lock_for(struct unit *unit, int what)
{
	if (unit == NULL)
		return INVALID;
	rcl_lock(&unit->mx);
	if (what > 1)
		return 1;
	return OK;
}

struct size_cs {            /* unit->mx, in.c:85-87 */
	struct unit *unit;  /* in */
	int n;              /* out */
};

static int size_cs(void *ctx)
{
	struct size_cs *cs = ctx;
	struct unit *unit = cs->unit;
	int n;

	n = unit ? unit->size : -1;
	cs->n = n;
	return 0;
}

static int size(struct unit *unit)
{
	int n;

	struct size_cs cs = { .unit = unit };
	if (unit != 0)
		rcl_exec_anon(unit_mutex(unit), size_cs, &cs, sizeof(cs));
	else
		size_cs(&cs);
	n = cs.n;
	return n;
}

struct start_mx_cs {        /* unit->mx, in.c:96-104 */
	struct unit *unit;  /* in */
	int most;           /* in */
	int i;              /* out */
};

static int start_mx_cs(void *ctx)
{
	struct start_mx_cs *cs = ctx;
	struct unit *unit = cs->unit;
	int most = cs->most;
	int i;

	for (i = 0; unit && i < unit->size; i++) {
		if (i == most) {
			return 1;
		}
	}
	cs->i = i;
	return 0;
}

struct start_notify_cs {    /* one.notify, in.c:95-105 */
	struct unit *unit;  /* in */
	int most;           /* in */
	int i;              /* out */
};

static int start_notify_cs(void *ctx)
{
	struct start_notify_cs *cs = ctx;
	struct unit *unit = cs->unit;
	int most = cs->most;
	int i;
	struct start_mx_cs mx_cs = { .unit = unit, .most = most };
	int mx_way = unit != 0
			? rcl_exec_anon(unit_mutex(unit), start_mx_cs, &mx_cs, sizeof(mx_cs))
			: start_mx_cs(&mx_cs);

	if (mx_way == 1) {
		return 1;
	}
	i = mx_cs.i;
	cs->i = i;
	return 0;
}

static int start(struct unit *unit, int most)
{
	int i;

	struct start_notify_cs cs = { .unit = unit, .most = most };
	if (rcl_exec_errno(&one.notify, start_notify_cs, &cs, sizeof(cs)) == 1)
		return INVALID;
	i = cs.i;
	return i;
}

struct grow_cs {            /* unit->mx, in.c:111-114 */
	struct unit *unit;  /* in */
};

static int grow_cs(void *ctx)
{
	struct grow_cs *cs = ctx;
	struct unit *unit = cs->unit;

	if (unit)
		unit->size++;
	return 0;
}

static void grow(struct unit *unit)
{
	struct grow_cs cs = { .unit = unit };
	if (unit && unit->on)
		rcl_exec_anon(unit_on_mutex(unit), grow_cs, &cs, sizeof(cs));
	else
		grow_cs(&cs);
}

struct shrink_cs {          /* unit->mx, in.c:119-122 */
	struct unit *unit;  /* in */
	int by;             /* in */
};

static int shrink_cs(void *ctx)
{
	struct shrink_cs *cs = ctx;
	struct unit *unit = cs->unit;
	int by = cs->by;

	if (unit)
		unit->size -= by;
	return 0;
}

static void shrink(struct unit *unit, int by)
{
	struct shrink_cs cs = { .unit = unit, .by = by };
	if (unit != NULL)
		rcl_exec_anon(unit_for_mutex(unit), shrink_cs, &cs, sizeof(cs));
	else
		shrink_cs(&cs);
}

/* What the lock function gives is used. */
static int kept(struct unit *unit)
{
	int ret, n;

	ret = unit_lock(unit);
	n = unit ? unit->size : -1;
	unit_unlock(unit);
	return ret + n;
}

static int tested(struct unit *unit)
{
	int n;

	if (unit_lock(unit) != OK)
		return -2;
	n = unit->size;
	unit_unlock(unit);
	return n;
}

static int both(struct unit *unit)
{
	int n = unit_lock(unit) + 1;

	if (unit)
		n += unit->size;
	unit_unlock(unit);
	return n;
}

struct given_cs {           /* unit->mx, in.c:162-163 */
	struct unit *unit;  /* in */
	int n;              /* out */
};

static int given_cs(void *ctx)
{
	struct given_cs *cs = ctx;
	struct unit *unit = cs->unit;
	int n;

	n = unit ? ++unit->size : -1;
	cs->n = n;
	return RCL_KEEP;
}

/* What the release gives is: it is the client's. */
static int given(struct unit *unit)
{
	int n;

	struct given_cs cs = { .unit = unit };
	if (unit != 0)
		rcl_exec_anon(unit_mutex(unit), given_cs, &cs, sizeof(cs));
	else
		given_cs(&cs);
	n = cs.n;
	n += unit_unlock(unit);
	return n;
}

struct returned_cs {        /* unit->mx, in.c:170-172 */
	struct unit *unit;  /* in */
};

static int returned_cs(void *ctx)
{
	struct returned_cs *cs = ctx;
	struct unit *unit = cs->unit;

	if (unit)
		unit->size--;
	return RCL_KEEP;
}

static int returned(struct unit *unit)
{
	struct returned_cs cs = { .unit = unit };
	if (unit != 0)
		rcl_exec_anon(unit_mutex(unit), returned_cs, &cs, sizeof(cs));
	else
		returned_cs(&cs);
	return unit_unlock(unit);
}

struct half_cs {            /* unit->mx, in.c:179-180 */
	struct unit *unit;  /* in */
};

static int half_cs(void *ctx)
{
	struct half_cs *cs = ctx;
	struct unit *unit = cs->unit;

	unit->size++;
	return RCL_KEEP;
}

/* The one asks, the other one does not. */
static void half(struct unit *unit)
{
	struct half_cs cs = { .unit = unit };
	if (unit != 0)
		rcl_exec_anon(unit_mutex(unit), half_cs, &cs, sizeof(cs));
	else
		half_cs(&cs);
	rcl_unlock(&unit->mx);
}

/* unit->mx, in.c:186-187 */
static int swap_cs(void *ctx)
{
	one.size++;
	return RCL_KEEP;
}

static void swap(struct unit *unit, struct unit *other)
{
	if (unit != 0)
		rcl_exec_anon(unit_mutex(unit), swap_cs, NULL, 0);
	else
		swap_cs(NULL);
	unit = other;
	unit_unlock(unit);
}

int main(void)
{
	struct unit *unit = &one;

	for (int round = 0; round < 2; round++, unit = NULL) {
		printf("%d", size(unit));
		printf(" %d", start(unit, 2));
		printf(" %d", start(unit, 9));
		grow(unit);
		shrink(unit, 2);
		printf(" %d", kept(unit));
		printf(" %d", tested(unit));
		printf(" %d", both(unit));
		printf(" %d", given(unit));
		printf(" %d\n", returned(unit));
	}
	half(&one);
	swap(&one, &one);
	one.on = 0;
	grow(&one);
	printf("%d\n", size(&one));
	return 0;
}
