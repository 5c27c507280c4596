/* Lock functions that get numbers, and look the mutex up in a table: where there is none, they take none. */
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#define GROUPS 3
#define MANY 6

static pthread_mutex_t locks[GROUPS][MANY];
static int count, lookups, active = 1;

struct record {
	int users;
	pthread_mutex_t lock;
};

static struct record records[MANY];

/* only its arguments decide */
static pthread_mutex_t *lock_of(int group, int id)
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
static pthread_mutex_t *active_lock(int id)
{
	return active ? &locks[0][id] : NULL;
}

/* it does more than that */
static pthread_mutex_t *counted_lock(int id)
{
	lookups++;
	return id < MANY ? &locks[1][id] : NULL;
}

static int init(void)
{
	int rc = 0;

	for (int id = 0; id < MANY; id++)
		pthread_mutex_init(&records[id].lock, NULL);
	for (int group = 0; group < GROUPS; group++)
		for (int id = 0; rc == 0 && id < MANY; id++)
			rc = pthread_mutex_init(lock_of(group, id), NULL);
	return rc;
}

int res_lock(int group, int id)
{
	int rc = 0;
	pthread_mutex_t *mutex = lock_of(group, id);

	if (!mutex) {
		return EFAULT;
	}
	rc = pthread_mutex_lock(mutex);
	return rc;
}

int res_unlock(int group, int id)
{
	int rc = 0;
	pthread_mutex_t *mutex = lock_of(group, id);

	if (!mutex) {
		return EFAULT;
	}
	rc = pthread_mutex_unlock(mutex);
	return rc;
}

static void enter(int group, int id)
{
	pthread_mutex_t *mutex = lock_of(group, id);

	pthread_mutex_lock(mutex);
}

static void leave(int group, int id)
{
	pthread_mutex_t *mutex = lock_of(group, id);

	pthread_mutex_unlock(mutex);
}

static void hold(int group, int id)
{
	pthread_mutex_t *mutex = lock_of(group, id);

	if (mutex != NULL)
		pthread_mutex_lock(mutex);
}

static void drop(int group, int id)
{
	pthread_mutex_t *mutex = lock_of(group, id);

	if (mutex != NULL)
		pthread_mutex_unlock(mutex);
}

static void take_active(int id)
{
	pthread_mutex_t *mutex = active_lock(id);

	if (mutex)
		pthread_mutex_lock(mutex);
}

static void give_active(int id)
{
	pthread_mutex_t *mutex = active_lock(id);

	if (mutex)
		pthread_mutex_unlock(mutex);
}

static void take_counted(int id)
{
	pthread_mutex_t *mutex = counted_lock(id);

	pthread_mutex_lock(mutex);
}

static void give_counted(int id)
{
	pthread_mutex_t *mutex = counted_lock(id);

	pthread_mutex_unlock(mutex);
}

/* it counts, too, where it takes no mutex */
static void take_some(int id)
{
	pthread_mutex_t *mutex = counted_lock(id);

	if (id < 3)
		pthread_mutex_lock(mutex);
}

static void give_some(int id)
{
	pthread_mutex_t *mutex = counted_lock(id);

	if (id < 3)
		pthread_mutex_unlock(mutex);
}

static struct record *record_of(int id)
{
	if (id < 0 || id >= MANY)
		return NULL;
	return &records[id];
}

/* the value comes later than the declaration */
static int begin(int id)
{
	struct record *record;

	record = record_of(id);
	if (record == NULL)
		return -1;
	pthread_mutex_lock(&record->lock);
	return 0;
}

static void end(int id)
{
	struct record *record;

	record = record_of(id);
	if (record == NULL)
		return;
	pthread_mutex_unlock(&record->lock);
}

static void claim(int id)
{
	struct record *record = record_of(id);

	if (record)
		pthread_mutex_lock(&record->lock);
}

static void disclaim(int id)
{
	struct record *record = record_of(id);

	if (record)
		pthread_mutex_unlock(&record->lock);
}

static void grab(int id)
{
	pthread_mutex_t *mutex;

	mutex = lock_of(2, id);
	pthread_mutex_lock(mutex);
}

static void ungrab(int id)
{
	pthread_mutex_t *mutex;

	mutex = lock_of(2, id);
	pthread_mutex_unlock(mutex);
}

/* it looks up another one then */
static void grab_other(int id)
{
	pthread_mutex_t *mutex;

	mutex = lock_of(2, id);
	if (mutex == NULL)
		mutex = lock_of(2, 0);
	pthread_mutex_lock(mutex);
}

static void ungrab_other(int id)
{
	pthread_mutex_t *mutex;

	mutex = lock_of(2, id);
	if (mutex == NULL)
		mutex = lock_of(2, 0);
	pthread_mutex_unlock(mutex);
}

static int unasked(int n)
{
	res_lock(0, 1);
	count += n;
	res_unlock(0, 1);
	return n;
}

static int numbers(int group, int id, int n)
{
	res_lock(group, id);
	count += n;
	if (n > 10) {
		res_unlock(group, id);
		return -n;
	}
	res_unlock(group, id);
	return n;
}

static int asked(int n)
{
	if (res_lock(1, n) != 0)
		return -1;
	count += n;
	res_unlock(1, n);
	return 0;
}

static void simple(int n)
{
	enter(0, 2);
	count += n;
	leave(0, 2);
}

static void guarded(int id, int n)
{
	hold(2, id);
	count += n;
	drop(2, id);
}

/* what it gets changes before the release */
static void moves(int id, int n)
{
	hold(2, id);
	count += n;
	id = id - 1 + 1;
	drop(2, id);
}

static void in_place(int n)
{
	take_active(1);
	count += n;
	give_active(1);
}

static void looked_up(int n)
{
	take_counted(2);
	count += n;
	give_counted(2);
}

static void some(int id, int n)
{
	take_some(id);
	count += n;
	give_some(id);
}

static int records_too(int id, int n)
{
	if (begin(id) < 0)
		return -1;
	count += n;
	end(id);
	claim(id);
	count -= 2 * n;
	disclaim(id);
	claim(id + n);
	count += 3 * n;
	disclaim(id + n);
	return 0;
}

static void grabbed(int n)
{
	grab(n);
	count += n;
	ungrab(n);
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
