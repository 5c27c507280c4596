/* Lock functions that get numbers, and look the mutex up in a table: where there is none, they take none. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>

#define GROUPS 3
#define MANY 6

static rcl_mutex_t locks[GROUPS][MANY];
static int count, lookups, active = 1;

struct record {
	int users;
	rcl_mutex_t lock;
};

static struct record records[MANY];

/* only its arguments decide */
static rcl_mutex_t *lock_of(int group, int id)
{
	if (group < 0)
		return NULL;
	if (group >= GROUPS)
		return NULL;
	if (id < 0 || id >= MANY)
		return NULL;
	return &locks[group][id];
}

/* what decides may change */
static rcl_mutex_t *active_lock(int id)
{
	return active ? &locks[0][id] : NULL;
}

/* it does more than that */
static rcl_mutex_t *counted_lock(int id)
{
	lookups++;
	return id < MANY ? &locks[1][id] : NULL;
}

static int init(void)
{
	int rc = 0;

	for (int id = 0; id < MANY; id++)
		rcl_mutex_init(&records[id].lock, NULL, record_lock);
	for (int group = 0; group < GROUPS; group++)
		for (int id = 0; rc == 0 && id < MANY; id++)
			rc = rcl_mutex_init(lock_of(group, id), NULL, locks);
	return rc;
}

static rcl_mutex_t *res_mutex(int group, int id)
{
	return lock_of(group, id);
}

int res_lock(int group, int id)
{
	int rc = 0;
	rcl_mutex_t *mutex = lock_of(group, id);

	if (!mutex) {
		return EFAULT;
	}
	rc = rcl_lock(mutex);
	return rc;
}

int res_unlock(int group, int id)
{
	int rc = 0;
	rcl_mutex_t *mutex = lock_of(group, id);

	if (!mutex) {
		return EFAULT;
	}
	rc = rcl_unlock(mutex);
	return rc;
}

static rcl_mutex_t *enter_mutex(int group, int id)
{
	return lock_of(group, id);
}

static rcl_mutex_t *hold_mutex(int group, int id)
{
	return lock_of(group, id);
}

static void drop(int group, int id)
{
	rcl_mutex_t *mutex = lock_of(group, id);

	if (mutex != NULL)
		rcl_unlock(mutex);
}

static void take_active(int id)
{
	rcl_mutex_t *mutex = active_lock(id);

	if (mutex)
		rcl_lock(mutex);
}

static void give_active(int id)
{
	rcl_mutex_t *mutex = active_lock(id);

	if (mutex)
		rcl_unlock(mutex);
}

static rcl_mutex_t *take_counted_mutex(int id)
{
	return counted_lock(id);
}

static void give_counted(int id)
{
	rcl_mutex_t *mutex = counted_lock(id);

	rcl_unlock(mutex);
}

/* it counts, too, where it takes no mutex */
static void take_some(int id)
{
	rcl_mutex_t *mutex = counted_lock(id);

	if (id < 3)
		rcl_lock(mutex);
}

static void give_some(int id)
{
	rcl_mutex_t *mutex = counted_lock(id);

	if (id < 3)
		rcl_unlock(mutex);
}

static struct record *record_of(int id)
{
	if (id < 0 || id >= MANY)
		return NULL;
	return &records[id];
}

static rcl_mutex_t *begin_mutex(int id)
{
	struct record *record;
	record = record_of(id);

	return &record->lock;
}

static void end(int id)
{
	struct record *record;

	record = record_of(id);
	if (record == NULL)
		return;
	rcl_unlock(&record->lock);
}

static rcl_mutex_t *claim_mutex(int id)
{
	struct record *record = record_of(id);

	return &record->lock;
}

static rcl_mutex_t *grab_mutex(int id)
{
	return lock_of(2, id);
}

/* it looks up another one then */
static void grab_other(int id)
{
	rcl_mutex_t *mutex;

	mutex = lock_of(2, id);
	if (mutex == NULL)
		mutex = lock_of(2, 0);
	rcl_lock(mutex);
}

static void ungrab_other(int id)
{
	rcl_mutex_t *mutex;

	mutex = lock_of(2, id);
	if (mutex == NULL)
		mutex = lock_of(2, 0);
	rcl_unlock(mutex);
}

struct unasked_cs {  /* lock_of(0, 1), in.c:242-244 */
	int n;       /* in */
};

static int unasked_cs(void *ctx)
{
	struct unasked_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int unasked(int n)
{
	struct unasked_cs cs = { .n = n };
	if (lock_of(0, 1))
		rcl_exec_anon(res_mutex(0, 1), unasked_cs, &cs, sizeof(cs));
	else
		unasked_cs(&cs);
	return n;
}

struct numbers_cs {  /* lock_of(group, id), in.c:250-256 */
	int n;       /* in */
};

static int numbers_cs(void *ctx)
{
	struct numbers_cs *cs = ctx;
	int n = cs->n;

	count += n;
	if (n > 10) {
		return 1;
	}
	return 0;
}

static int numbers(int group, int id, int n)
{
	struct numbers_cs cs = { .n = n };
	int way = lock_of(group, id)
			? rcl_exec_anon(res_mutex(group, id), numbers_cs, &cs, sizeof(cs))
			: numbers_cs(&cs);

	if (way == 1)
		return -n;
	return n;
}

struct asked_cs {  /* lock_of(1, n), in.c:262-265 */
	int n;     /* in */
};

static int asked_cs(void *ctx)
{
	struct asked_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int asked(int n)
{
	struct asked_cs cs = { .n = n };
	if (!lock_of(1, n) || rcl_exec_anon(res_mutex(1, n), asked_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct simple_cs {  /* lock_of(0, 2), in.c:271-273 */
	int n;      /* in */
};

static int simple_cs(void *ctx)
{
	struct simple_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void simple(int n)
{
	struct simple_cs cs = { .n = n };
	rcl_exec_anon(enter_mutex(0, 2), simple_cs, &cs, sizeof(cs));
}

struct guarded_cs {  /* lock_of(2, id), in.c:278-280 */
	int n;       /* in */
};

static int guarded_cs(void *ctx)
{
	struct guarded_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void guarded(int id, int n)
{
	struct guarded_cs cs = { .n = n };
	if (lock_of(2, id) != NULL)
		rcl_exec_anon(hold_mutex(2, id), guarded_cs, &cs, sizeof(cs));
	else
		guarded_cs(&cs);
}

struct moves_cs {  /* lock_of(2, id), in.c:286-287 */
	int n;     /* in */
};

static int moves_cs(void *ctx)
{
	struct moves_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

/* what it gets changes before the release */
static void moves(int id, int n)
{
	struct moves_cs cs = { .n = n };
	if (lock_of(2, id) != NULL)
		rcl_exec_anon(hold_mutex(2, id), moves_cs, &cs, sizeof(cs));
	else
		moves_cs(&cs);
	id = id - 1 + 1;
	drop(2, id);
}

static void in_place(int n)
{
	take_active(1);
	count += n;
	give_active(1);
}

struct looked_up_cs {  /* counted_lock(2), in.c:301-302 */
	int n;         /* in */
};

static int looked_up_cs(void *ctx)
{
	struct looked_up_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

static void looked_up(int n)
{
	struct looked_up_cs cs = { .n = n };
	rcl_exec_anon(take_counted_mutex(2), looked_up_cs, &cs, sizeof(cs));
	give_counted(2);
}

static void some(int id, int n)
{
	take_some(id);
	count += n;
	give_some(id);
}

struct records_too_record_of_1_cs {  /* record_of(id)->lock, in.c:315-317 */
	int n;                       /* in */
};

static int records_too_record_of_1_cs(void *ctx)
{
	struct records_too_record_of_1_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

struct records_too_record_of_2_cs {  /* record_of(id)->lock, in.c:319-321 */
	int n;                       /* in */
};

static int records_too_record_of_2_cs(void *ctx)
{
	struct records_too_record_of_2_cs *cs = ctx;
	int n = cs->n;

	count -= 2 * n;
	return 0;
}

struct records_too_record_of_3_cs {  /* record_of(id + n)->lock, in.c:322-324 */
	int n;                       /* in */
};

static int records_too_record_of_3_cs(void *ctx)
{
	struct records_too_record_of_3_cs *cs = ctx;
	int n = cs->n;

	count += 3 * n;
	return 0;
}

static int records_too(int id, int n)
{
	struct records_too_record_of_1_cs cs = { .n = n };
	if (record_of(id) == NULL || rcl_exec_anon(begin_mutex(id), records_too_record_of_1_cs,
			&cs, sizeof(cs)) < 0)
		return -1;
	end(id);
	struct records_too_record_of_2_cs record_of_2_cs = { .n = n };
	if (record_of(id))
		rcl_exec_anon(claim_mutex(id), records_too_record_of_2_cs,
				&record_of_2_cs, sizeof(record_of_2_cs));
	else
		records_too_record_of_2_cs(&record_of_2_cs);
	struct records_too_record_of_3_cs record_of_3_cs = { .n = n };
	if (record_of(id + n))
		rcl_exec_anon(claim_mutex(id + n), records_too_record_of_3_cs,
				&record_of_3_cs, sizeof(record_of_3_cs));
	else
		records_too_record_of_3_cs(&record_of_3_cs);
	return 0;
}

struct grabbed_cs {  /* lock_of(2, n), in.c:330-332 */
	int n;       /* in */
};

static int grabbed_cs(void *ctx)
{
	struct grabbed_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void grabbed(int n)
{
	struct grabbed_cs cs = { .n = n };
	rcl_exec_anon(grab_mutex(n), grabbed_cs, &cs, sizeof(cs));
	grab_other(n + 5);
	count += n;
	ungrab_other(n + 5);
}

int main(void)
{
	int sum = init();

	sum += unasked(1) + numbers(1, 2, 3) * 3 + numbers(7, 2, 30) * 5 + numbers(-1, 2, 4) * 7 + asked(5) * 11 + asked(9) * 13;
	simple(6);
	guarded(3, 7);
	guarded(40, 8);
	moves(4, 9);
	in_place(10);
	active = 0;
	in_place(11);
	looked_up(12);
	some(1, 13);
	some(4, 14);
	sum += records_too(1, 15) * 17 + records_too(-1, 16) * 19;
	grabbed(2);
	printf("%d %d %d\n", sum, count, lookups);
	return 0;
}
