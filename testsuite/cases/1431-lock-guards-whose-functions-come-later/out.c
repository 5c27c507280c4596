/* Lock guards whose functions are declared before, and defined behind those that use them, as if in another file. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define _cleanup_(f) __attribute__((cleanup(f)))

struct queue {
	rcl_mutex_t lock;
	int n;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, given;

rcl_mutex_t *lock_it(rcl_mutex_t *mutex);
struct queue *queue_lock(struct queue *q);
rcl_mutex_t *queue_mutex(struct queue *q);
void unlockp(rcl_mutex_t **mutex);
void queue_unlockp(struct queue **q);
void unlock_and_countp(rcl_mutex_t **mutex);
void unlock_if_countp(rcl_mutex_t **mutex);
rcl_mutex_t *lock_some(rcl_mutex_t *mutex, int which);

#define WITH_QUEUE(q) \
	for (struct queue *held_ _cleanup_(queue_unlockp) = queue_lock(q), *once_ = NULL; !once_; once_ = (void *)1)

struct add_cs {      /* m, in.c:28-33 */
	int n;       /* in */
	int result;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (n < 0)
		return 1;
	count += n;
	cs->result = count;
	return 2;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));

	if (way == 1)
		return -1;
	return cs.result;
}

struct get_cs {           /* q->lock, in.c:38-42 */
	struct queue *q;  /* in */
	int result;       /* out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	struct queue *q = cs->q;

	if (q->n > 2) {
		cs->result = q->n;
		return 1;
	}
	q->n++;
	return 0;
}

static int get(struct queue *q)
{
	struct get_cs cs = { .q = q };
	if (rcl_exec_anon(queue_mutex(q), get_cs, &cs, sizeof(cs)) == 1)
		return cs.result;
	return 0;
}

/* Given back by hand, and no more at the end. */
static int early(int n)
{
	_cleanup_(unlockp) rcl_mutex_t *guard = lock_it(&m);

	count += n;
	rcl_unlock(guard);
	guard = NULL;
	given += n;
	return n;
}

/* Handed to somebody who gives it back. */
static void hand_back(rcl_mutex_t **guard)
{
	unlockp(guard);
	*guard = NULL;
}

static int handed(int n)
{
	_cleanup_(unlockp) rcl_mutex_t *guard = lock_it(&m);

	count += n;
	hand_back(&guard);
	given += n;
	return n;
}

/* A copy gives it back. */
static int copied(int n)
{
	_cleanup_(unlockp) rcl_mutex_t *guard = lock_it(&m);
	rcl_mutex_t *other = guard;

	guard = NULL;
	count += n;
	rcl_unlock(other);
	given += n;
	return n;
}

/* The clean-up function of these does more, or less. */
static int counts(int n)
{
	_cleanup_(unlock_and_countp) rcl_mutex_t *guard = lock_it(&m);

	count += n;
	return given;
}

static int perhaps(int n)
{
	_cleanup_(unlock_if_countp) rcl_mutex_t *guard = lock_it(&m);

	count += n;
	return given;
}

/* What the other function gives is not what it is given. */
static int some(int n)
{
	_cleanup_(unlockp) rcl_mutex_t *guard = lock_some(&m, n);

	count += n;
	return count;
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_lock), 2 };

	printf("%d %d\n", add(1), add(-1));
	printf("%d ", get(&q));
	printf("%d\n", get(&q));
	printf("%d %d %d\n", early(1), handed(2), copied(3));
	printf("%d ", counts(1));
	printf("%d %d\n", perhaps(2), some(1));
	printf("%d %d %d\n", count, given, rcl_trylock(&m));
	return 0;
}

rcl_mutex_t *lock_it(rcl_mutex_t *mutex)
{
	rcl_lock(mutex);
	return mutex;
}

rcl_mutex_t *queue_mutex(struct queue *q)
{
	return &q->lock;
}

struct queue *queue_lock(struct queue *q)
{
	rcl_lock(&q->lock);
	return q;
}

void unlockp(rcl_mutex_t **mutex)
{
	if (*mutex)
		rcl_unlock(*mutex);
}

void queue_unlockp(struct queue **q)
{
	if (!*q)
		return;
	rcl_unlock(&(*q)->lock);
	*q = NULL;
}

void unlock_and_countp(rcl_mutex_t **mutex)
{
	given++;
	rcl_unlock(*mutex);
}

void unlock_if_countp(rcl_mutex_t **mutex)
{
	if (count < 1000) {
		rcl_unlock(*mutex);
		given += 2;
	}
}

static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);

rcl_mutex_t *lock_some(rcl_mutex_t *mutex, int which)
{
	if (which > 2)
		mutex = &other;
	rcl_lock(mutex);
	return mutex;
}
