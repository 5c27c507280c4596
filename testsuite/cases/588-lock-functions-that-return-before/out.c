#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex {
	rcl_mutex_t lock;
	int on;
};

struct box {
	struct mutex *mutex;
	int count;
};

static struct mutex shared = { RCL_MUTEX_INITIALIZER(mutex_lock), 1 };
static struct box box = { &shared, 0 }, bare;
static int threaded = 1, refused;

static rcl_mutex_t *lock_mutex(struct mutex *m)
{
	return &m->lock;
}

/* No mutex, nothing to do. */
static void lock(struct mutex *m)
{
	if (m == NULL)
		return;
	rcl_lock(&m->lock);
}

static void unlock(struct mutex *m)
{
	if (!m)
		return;
	rcl_unlock(&m->lock);
}

static rcl_mutex_t *if_on_mutex(struct mutex *m)
{
	return &m->lock;
}

static rcl_mutex_t *some_mutex(struct mutex *m)
{
	return &m->lock;
}

/* A hint for the compiler. */
#define unlikely(x) __builtin_expect(!!(x), 0)
#define RETURN_IF(x) if (x) return

static rcl_mutex_t *likely_mutex(struct mutex *m)
{
	return &m->lock;
}

static void unlock_likely(struct mutex *m)
{
	RETURN_IF(!m);
	rcl_unlock(&m->lock);
}

/* A macro asks for both. */
#define IN_USE(m) ((m) != NULL && (m)->on)

static rcl_mutex_t *in_use_mutex(struct mutex *m)
{
	return &m->lock;
}

/* What it asks is not what it is given. */
static void lock_unless(struct mutex *m, int off)
{
	off = !off;
	if (off)
		rcl_lock(&m->lock);
}

static void unlock_unless(struct mutex *m, int off)
{
	off = !off;
	if (off)
		rcl_unlock(&m->lock);
}

/* There is more that decides. */
static void lock_once(struct mutex *m, int times)
{
	if (m == NULL)
		return;
	while (times-- > 0) {
		rcl_lock(&m->lock);
		return;
	}
}

static void lock_with_and(struct mutex *m, int really)
{
	if (m)
		(void)(really && rcl_lock(&m->lock));
}

static void unlock_with_and(struct mutex *m, int really)
{
	if (m)
		(void)(really && rcl_unlock(&m->lock));
}

static rcl_mutex_t *or_count_mutex(struct mutex *m)
{
	return &m->lock;
}

/* It tells that it did nothing. */
static void lock_or_count(struct mutex *m)
{
	if (m == NULL) {
		refused++;
		return;
	}
	rcl_lock(&m->lock);
}

static rcl_mutex_t *or_say_mutex(struct mutex *m)
{
	return &m->lock;
}

static void lock_or_say(struct mutex *m)
{
	if (m == NULL) {
		puts("no mutex");
		return;
	}
	rcl_lock(&m->lock);
}

struct add_cs {         /* b->mutex->lock, in.c:166-168 */
	struct box *b;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct box *b = cs->b;

	b->count++;
	return 0;
}

static void add(struct box *b)
{
	struct add_cs cs = { .b = b };
	if (b->mutex != NULL)
		rcl_exec_anon(lock_mutex(b->mutex), add_cs, &cs, sizeof(cs));
	else
		add_cs(&cs);
}

/* shared.lock, in.c:173-175 */
static int add_here_cs(void *ctx)
{
	box.count++;
	return 0;
}

static void add_here(void)
{
	rcl_exec_anon(lock_mutex(&shared), add_here_cs, NULL, 0);
}

struct add_likely_mutex_1_cs {  /* b->mutex->lock, in.c:180-182 */
	struct box *b;          /* in */
};

static int add_likely_mutex_1_cs(void *ctx)
{
	struct add_likely_mutex_1_cs *cs = ctx;
	struct box *b = cs->b;

	b->count++;
	return 0;
}

struct add_likely_mutex_2_cs {  /* b->mutex->lock, in.c:183-184 */
	struct box *b;          /* in */
};

static int add_likely_mutex_2_cs(void *ctx)
{
	struct add_likely_mutex_2_cs *cs = ctx;
	struct box *b = cs->b;

	b->count++;
	return RCL_KEEP;
}

static void add_likely(struct box *b)
{
	struct add_likely_mutex_1_cs cs = { .b = b };
	if (!unlikely(!b->mutex))
		rcl_exec_anon(likely_mutex(b->mutex), add_likely_mutex_1_cs, &cs, sizeof(cs));
	else
		add_likely_mutex_1_cs(&cs);
	struct add_likely_mutex_2_cs mutex_2_cs = { .b = b };
	if (!unlikely(!b->mutex))
		rcl_exec_anon(likely_mutex(b->mutex), add_likely_mutex_2_cs,
				&mutex_2_cs, sizeof(mutex_2_cs));
	else
		add_likely_mutex_2_cs(&mutex_2_cs);
	unlock_likely(b->mutex);
}

struct add_in_use_cs {  /* b->mutex->lock, in.c:190-192 */
	struct box *b;  /* in */
};

static int add_in_use_cs(void *ctx)
{
	struct add_in_use_cs *cs = ctx;
	struct box *b = cs->b;

	b->count++;
	return 0;
}

static void add_in_use(struct box *b)
{
	struct add_in_use_cs cs = { .b = b };
	if (IN_USE(b->mutex))
		rcl_exec_anon(in_use_mutex(b->mutex), add_in_use_cs, &cs, sizeof(cs));
	else
		add_in_use_cs(&cs);
}

struct take_cs {        /* b->mutex->lock, in.c:197-203 */
	struct box *b;  /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct box *b = cs->b;

	if (b->count == 0) {
		return 1;
	}
	b->count--;
	return 0;
}

static int take(struct box *b)
{
	struct take_cs cs = { .b = b };
	int way = b->mutex != NULL && threaded && b->mutex->on != 0
			? rcl_exec_anon(if_on_mutex(b->mutex), take_cs, &cs, sizeof(cs))
			: take_cs(&cs);

	if (way == 1)
		return -1;
	return 0;
}

/* shared.lock, in.c:209-211 */
static int take_here_cs(void *ctx)
{
	box.count--;
	return 0;
}

static void take_here(void)
{
	if (threaded && shared.on != 0)
		rcl_exec_anon(if_on_mutex(&shared), take_here_cs, NULL, 0);
	else
		take_here_cs(NULL);
}

struct add_some_cs {    /* b->mutex->lock, in.c:216-218 */
	struct box *b;  /* in */
	int from;       /* in */
};

static int add_some_cs(void *ctx)
{
	struct add_some_cs *cs = ctx;
	struct box *b = cs->b;
	int from = cs->from;

	b->count += from;
	return 0;
}

static void add_some(struct box *b, int from)
{
	struct add_some_cs cs = { .b = b, .from = from };
	if (!((from + 1) == 1 && 7 == 2) && !((from + 1) > 7))
		rcl_exec_anon(some_mutex(b->mutex), add_some_cs, &cs, sizeof(cs));
	else
		add_some_cs(&cs);
}

static void add_unless(struct box *b, int off)
{
	lock_unless(b->mutex, off);
	b->count++;
	unlock_unless(b->mutex, off);
}

static void add_once(struct box *b, int times)
{
	lock_once(b->mutex, times);
	b->count++;
	unlock(b->mutex);
}

static void add_with_and(struct box *b, int really)
{
	lock_with_and(b->mutex, really);
	b->count++;
	unlock_with_and(b->mutex, really);
}

struct add_or_count_cs {  /* b->mutex->lock, in.c:244-246 */
	struct box *b;    /* in */
};

static int add_or_count_cs(void *ctx)
{
	struct add_or_count_cs *cs = ctx;
	struct box *b = cs->b;

	b->count++;
	return 0;
}

static void add_or_count(struct box *b)
{
	struct add_or_count_cs cs = { .b = b };
	if (b->mutex != NULL) {
		rcl_exec_anon(or_count_mutex(b->mutex), add_or_count_cs, &cs, sizeof(cs));
	} else {
		lock_or_count(b->mutex);
		add_or_count_cs(&cs);
	}
}

struct add_or_say_cs {  /* b->mutex->lock, in.c:251-253 */
	struct box *b;  /* in */
};

static int add_or_say_cs(void *ctx)
{
	struct add_or_say_cs *cs = ctx;
	struct box *b = cs->b;

	b->count++;
	return 0;
}

static void add_or_say(struct box *b)
{
	struct add_or_say_cs cs = { .b = b };
	if (b->mutex != NULL) {
		rcl_exec_anon(or_say_mutex(b->mutex), add_or_say_cs, &cs, sizeof(cs));
	} else {
		lock_or_say(b->mutex);
		add_or_say_cs(&cs);
	}
}

struct add_if_locked_cs {  /* b->mutex->lock, in.c:259-262 */
	struct box *b;     /* in */
};

static int add_if_locked_cs(void *ctx)
{
	struct add_if_locked_cs *cs = ctx;
	struct box *b = cs->b;

	b->count++;
	return 0;
}

/* The result is asked for. */
static int add_if_locked(struct box *b)
{
	struct add_if_locked_cs cs = { .b = b };
	if (!(b->mutex != NULL && threaded && b->mutex->on != 0) || rcl_exec_anon(if_on_mutex(b->mutex),
			add_if_locked_cs,
			&cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

/* The box loses its mutex, and gets it back. */
static void swap(struct box *b, struct mutex *other)
{
	lock(b->mutex);
	b->mutex = other;
	b->count++;
	unlock(b->mutex);
}

struct half_cs {        /* b->mutex->lock, in.c:278-279 */
	struct box *b;  /* in */
};

static int half_cs(void *ctx)
{
	struct half_cs *cs = ctx;
	struct box *b = cs->b;

	b->count++;
	return RCL_KEEP;
}

/* Only one of the two asks. */
static void half(struct box *b)
{
	struct half_cs cs = { .b = b };
	if (b->mutex != NULL)
		rcl_exec_anon(lock_mutex(b->mutex), half_cs, &cs, sizeof(cs));
	else
		half_cs(&cs);
	rcl_unlock(&b->mutex->lock);
}

int main(void)
{
	struct box *b = &box;

	for (int round = 0; round < 2; round++, b = &bare) {
		add(b);
		add_here();
		add_likely(b);
		add_in_use(b);
		printf("%d", take(b));
		take_here();
		if (b->mutex)
			add_some(b, 1);
		add_some(&box, 6 + round);
		add_unless(&box, round);
		add_once(&box, 1);
		add_with_and(b, 1);
		add_or_count(b);
		add_or_say(b);
		printf(" %d", add_if_locked(b));
		printf(" %d %d\n", b->count, box.count);
	}
	swap(&bare, NULL);
	half(&box);
	threaded = 0;
	printf("%d %d %d %d\n", take(&box), box.count, bare.count, refused);
	return 0;
}
