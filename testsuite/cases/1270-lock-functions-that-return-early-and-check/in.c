/* Lock functions that return early, and again if their lock call fails: the lock is taken under the first condition. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

enum { OK, INVALID = -22 };

struct unit {
	pthread_mutex_t mx, notify;
	int size, on;
};

static struct unit one = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 3, 1 };

int map_errno(void)
{
	return -errno;
}

int unit_lock(struct unit *unit)
{
	if (unit == 0) {
		return INVALID;
	}

	int ret = pthread_mutex_lock(&unit->mx);
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

	int ret = pthread_mutex_unlock(&unit->mx);
	if (ret < 0) {
		return map_errno();
	}

	return OK;
}

/* Without braces, for two reasons, and by the call's own result. */
int unit_lock_on(struct unit *unit)
{
	if (!unit)
		return INVALID;
	if (!unit->on)
		return 1;
	if (pthread_mutex_lock(&unit->mx) != 0)
		return map_errno();
	return OK;
}

void unit_unlock_on(struct unit *unit)
{
	if (unit == NULL || !unit->on)
		return;
	if (pthread_mutex_unlock(&unit->mx) != 0) {
		perror("unlock");
		return;
	}
}

/* It returns in the middle, whatever that is for. */
int unit_lock_for(struct unit *unit, int what)
{
	if (unit == NULL)
		return INVALID;
	pthread_mutex_lock(&unit->mx);
	if (what > 1)
		return 1;
	return OK;
}

static int size(struct unit *unit)
{
	int n;

	unit_lock(unit);
	n = unit ? unit->size : -1;
	unit_unlock(unit);
	return n;
}

static int start(struct unit *unit, int most)
{
	int i;

	pthread_mutex_lock(&one.notify);
	(void)unit_lock(unit);
	for (i = 0; unit && i < unit->size; i++) {
		if (i == most) {
			unit_unlock(unit);
			pthread_mutex_unlock(&one.notify);
			return INVALID;
		}
	}
	unit_unlock(unit);
	pthread_mutex_unlock(&one.notify);
	return i;
}

static void grow(struct unit *unit)
{
	unit_lock_on(unit);
	if (unit)
		unit->size++;
	unit_unlock_on(unit);
}

static void shrink(struct unit *unit, int by)
{
	unit_lock_for(unit, by);
	if (unit)
		unit->size -= by;
	unit_unlock(unit);
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

/* What the release gives is: it is the client's. */
static int given(struct unit *unit)
{
	int n;

	unit_lock(unit);
	n = unit ? ++unit->size : -1;
	n += unit_unlock(unit);
	return n;
}

static int returned(struct unit *unit)
{
	unit_lock(unit);
	if (unit)
		unit->size--;
	return unit_unlock(unit);
}

/* The one asks, the other one does not. */
static void half(struct unit *unit)
{
	unit_lock(unit);
	unit->size++;
	pthread_mutex_unlock(&unit->mx);
}

static void swap(struct unit *unit, struct unit *other)
{
	unit_lock(unit);
	one.size++;
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
