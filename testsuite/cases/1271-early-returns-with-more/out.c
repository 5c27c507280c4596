/* Lock functions that return early, and do something where they do, or go by more than that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct unit {
	rcl_mutex_t mx;
	int size, error;
};

static struct unit one = { RCL_MUTEX_INITIALIZER(unit_mx), 3, 0 };
static int errors;

int set_error(int by)
{
	errors += by;
	return -1;
}

static rcl_mutex_t *unit_mutex(struct unit *unit)
{
	return &unit->mx;
}

/* What says that there is none must not be lost. */
int unit_lock(struct unit *unit)
{
	if (unit == NULL)
		return set_error(1);
	if (rcl_lock(&unit->mx) != 0)
		return set_error(2);
	return 0;
}

static rcl_mutex_t *unit_set_mutex(struct unit *unit)
{
	return &unit->mx;
}

int unit_lock_set(struct unit *unit)
{
	if (unit == NULL) {
		errors++;
		return -1;
	}
	if (rcl_lock(&unit->mx) != 0)
		return set_error(2);
	return 0;
}

static rcl_mutex_t *unit_count_mutex(struct unit *unit)
{
	return &unit->mx;
}

int unit_lock_count(struct unit *unit)
{
	if (unit == NULL)
		return errors++;
	if (rcl_lock(&unit->mx) != 0)
		return set_error(2);
	return 0;
}

struct unit_lock_clear_cs {  /* unit->mx, in.c:54-57 */
	struct unit *unit;   /* in */
};

static int unit_lock_clear_cs(void *ctx)
{
	struct unit_lock_clear_cs *cs = ctx;
	struct unit *unit = cs->unit;

	unit->error = 0;
	return RCL_KEEP | 1;
}

/* Nor what it does behind the lock call, always. */
int unit_lock_clear(struct unit *unit)
{
	if (unit == NULL)
		return -1;
	struct unit_lock_clear_cs cs = { .unit = unit };
	int way = rcl_exec_anon(&unit->mx, unit_lock_clear_cs, &cs, sizeof(cs));

	if (way < 0)
		return set_error(2);
	return 0;
}

int unit_lock_error(struct unit *unit)
{
	if (unit == NULL)
		return -1;
	if (rcl_lock(&unit->mx) == 0)
		return set_error(2);
	return 0;
}

/* A macro goes on behind the return: this may return for another reason. */
#define NOTHING return -1; if (off) return 1

int unit_lock_unless(struct unit *unit, int off)
{
	if (unit == NULL)
		NOTHING;
	rcl_lock(&unit->mx);
	return 0;
}

int unit_unlock_unless(struct unit *unit, int off)
{
	if (unit == NULL)
		NOTHING;
	rcl_unlock(&unit->mx);
	return 0;
}

/* It returns in a branch of another condition. */
int unit_lock_some(struct unit *unit, int off)
{
	if (unit == NULL)
		return -1;
	if (off > 1) {
		if (off > 2)
			return -2;
	}
	if (rcl_lock(&unit->mx) != 0)
		return set_error(2);
	return 0;
}

static void unit_unlock(struct unit *unit)
{
	if (unit == NULL)
		return;
	rcl_unlock(&unit->mx);
}

/* unit->mx, in.c:111-113 */
static int add_mx_1_cs(void *ctx)
{
	one.size++;
	return 0;
}

/* unit->mx, in.c:114-116 */
static int add_mx_2_cs(void *ctx)
{
	one.size++;
	return 0;
}

/* unit->mx, in.c:117-119 */
static int add_mx_3_cs(void *ctx)
{
	one.size++;
	return 0;
}

static void add(struct unit *unit)
{
	if (unit != NULL) {
		rcl_exec_anon(unit_mutex(unit), add_mx_1_cs, NULL, 0);
	} else {
		unit_lock(unit);
		add_mx_1_cs(NULL);
	}
	if (unit != NULL) {
		rcl_exec_anon(unit_set_mutex(unit), add_mx_2_cs, NULL, 0);
	} else {
		unit_lock_set(unit);
		add_mx_2_cs(NULL);
	}
	if (unit != NULL) {
		rcl_exec_anon(unit_count_mutex(unit), add_mx_3_cs, NULL, 0);
	} else {
		unit_lock_count(unit);
		add_mx_3_cs(NULL);
	}
	unit_lock_clear(unit);
	one.size++;
	unit_unlock(unit);
	unit_lock_error(unit);
	one.size++;
	unit_unlock(unit);
}

static int add_unless(struct unit *unit, int off)
{
	int free;

	unit_lock_unless(unit, off);
	one.size++;
	free = rcl_trylock(&one.mx) == 0;
	if (free)
		rcl_unlock(&one.mx);
	unit_unlock_unless(unit, off);
	return free;
}

static void add_some(struct unit *unit, int off)
{
	unit_lock_some(unit, off);
	one.size++;
	if (off < 3)
		unit_unlock(unit);
}

int main(void)
{
	add(&one);
	printf("%d %d %d\n", one.size, one.error, errors);
	add(NULL);
	printf("%d %d %d\n", one.size, one.error, errors);
	printf("%d", add_unless(&one, 0));
	printf(" %d", add_unless(&one, 1));
	printf(" %d\n", add_unless(NULL, 1));
	add_some(&one, 1);
	add_some(&one, 3);
	add_some(NULL, 1);
	printf("%d\n", one.size);
	return 0;
}
