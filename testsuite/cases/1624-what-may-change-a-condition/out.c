/* Where the condition under which a lock is taken may change, the report says by what. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex {
	rcl_mutex_t lock;
	int shared;
};
struct box {
	struct mutex *mutex;
	struct mutex *other;
	int count;
};

static void lock(struct mutex *mutex)
{
	if (mutex->shared)
		rcl_lock(&mutex->lock);
}

static void unlock(struct mutex *mutex)
{
	if (mutex->shared)
		rcl_unlock(&mutex->lock);
}

static void exchange(struct box *box)
{
	box->mutex = box->other;
}

static void count(struct box *box)
{
	if (++box->count > 1000) {
		unlock(box->mutex);
		exchange(box);
	}
}

int by_a_call(struct box *box)
{
	lock(box->mutex);
	count(box);
	unlock(box->mutex);
	return box->count;
}

int by_itself(struct box *box, struct mutex *mutex)
{
	lock(mutex);
	mutex = box->other;
	unlock(mutex);
	return box->count;
}

static struct mutex mutex = { RCL_MUTEX_INITIALIZER(mutex_lock), 1 };
static struct box box = { &mutex, &mutex, 0 };

int main(void)
{
	int one = by_a_call(&box), two = by_itself(&box, &mutex);

	printf("%d %d\n", one, two);
	return 0;
}
