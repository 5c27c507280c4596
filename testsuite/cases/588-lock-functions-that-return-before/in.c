#include <pthread.h>
#include <stdio.h>

struct mutex {
	pthread_mutex_t lock;
	int on;
};

struct box {
	struct mutex *mutex;
	int count;
};

static struct mutex shared = { PTHREAD_MUTEX_INITIALIZER, 1 };
static struct box box = { &shared, 0 }, bare;
static int threaded = 1, refused;

/* No mutex, nothing to do. */
static void lock(struct mutex *m)
{
	if (m == NULL)
		return;
	pthread_mutex_lock(&m->lock);
}

static void unlock(struct mutex *m)
{
	if (!m)
		return;
	pthread_mutex_unlock(&m->lock);
}

/* Two reasons, in two ways; the results that they give are no mutex's. */
static int lock_if_on(struct mutex *m)
{
	if (m == NULL || !threaded) {
		return -1;
	}
	if (m->on == 0)
		return -2;
	pthread_mutex_lock(&m->lock);
	return 0;
}

static int unlock_if_on(struct mutex *m)
{
	if (m != NULL && threaded && m->on)
		pthread_mutex_unlock(&m->lock);
	return 0;
}

/* One number or another. */
static void lock_some(struct mutex *m, int a, int b)
{
	if ((a == 1 && b == 2) || a > b)
		return;
	pthread_mutex_lock(&m->lock);
}

static void unlock_some(struct mutex *m, int a, int b)
{
	if ((a == 1 && b == 2) || a > b)
		return;
	pthread_mutex_unlock(&m->lock);
}

/* A hint for the compiler. */
#define unlikely(x) __builtin_expect(!!(x), 0)
#define RETURN_IF(x) if (x) return

static void lock_likely(struct mutex *m)
{
	if (unlikely(!m))
		return;
	pthread_mutex_lock(&m->lock);
}

static void unlock_likely(struct mutex *m)
{
	RETURN_IF(!m);
	pthread_mutex_unlock(&m->lock);
}

static void unlock_unlikely(struct mutex *m)
{
	if (unlikely(!m))
		return;
	pthread_mutex_unlock(&m->lock);
}

/* A macro asks for both. */
#define IN_USE(m) ((m) != NULL && (m)->on)

static void lock_in_use(struct mutex *m)
{
	if (!IN_USE(m))
		return;
	pthread_mutex_lock(&m->lock);
}

static void unlock_in_use(struct mutex *m)
{
	if (IN_USE(m))
		pthread_mutex_unlock(&m->lock);
}

/* What it asks is not what it is given. */
static void lock_unless(struct mutex *m, int off)
{
	off = !off;
	if (off)
		pthread_mutex_lock(&m->lock);
}

static void unlock_unless(struct mutex *m, int off)
{
	off = !off;
	if (off)
		pthread_mutex_unlock(&m->lock);
}

/* There is more that decides. */
static void lock_once(struct mutex *m, int times)
{
	if (m == NULL)
		return;
	while (times-- > 0) {
		pthread_mutex_lock(&m->lock);
		return;
	}
}

static void lock_with_and(struct mutex *m, int really)
{
	if (m)
		(void)(really && pthread_mutex_lock(&m->lock));
}

static void unlock_with_and(struct mutex *m, int really)
{
	if (m)
		(void)(really && pthread_mutex_unlock(&m->lock));
}

/* It tells that it did nothing. */
static void lock_or_count(struct mutex *m)
{
	if (m == NULL) {
		refused++;
		return;
	}
	pthread_mutex_lock(&m->lock);
}

static void lock_or_say(struct mutex *m)
{
	if (m == NULL) {
		puts("no mutex");
		return;
	}
	pthread_mutex_lock(&m->lock);
}

static void add(struct box *b)
{
	lock(b->mutex);
	b->count++;
	unlock(b->mutex);
}

static void add_here(void)
{
	lock(&shared);
	box.count++;
	unlock(&shared);
}

static void add_likely(struct box *b)
{
	lock_likely(b->mutex);
	b->count++;
	unlock_unlikely(b->mutex);
	lock_likely(b->mutex);
	b->count++;
	unlock_likely(b->mutex);
}

static void add_in_use(struct box *b)
{
	lock_in_use(b->mutex);
	b->count++;
	unlock_in_use(b->mutex);
}

static int take(struct box *b)
{
	lock_if_on(b->mutex);
	if (b->count == 0) {
		unlock_if_on(b->mutex);
		return -1;
	}
	b->count--;
	unlock_if_on(b->mutex);
	return 0;
}

static void take_here(void)
{
	lock_if_on(&shared);
	box.count--;
	unlock_if_on(&shared);
}

static void add_some(struct box *b, int from)
{
	lock_some(b->mutex, from + 1, 7);
	b->count += from;
	unlock_some(b->mutex, from + 1, 7);
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

static void add_or_count(struct box *b)
{
	lock_or_count(b->mutex);
	b->count++;
	unlock(b->mutex);
}

static void add_or_say(struct box *b)
{
	lock_or_say(b->mutex);
	b->count++;
	unlock(b->mutex);
}

/* The result is asked for. */
static int add_if_locked(struct box *b)
{
	if (lock_if_on(b->mutex) != 0)
		return -1;
	b->count++;
	unlock_if_on(b->mutex);
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

/* Only one of the two asks. */
static void half(struct box *b)
{
	lock(b->mutex);
	b->count++;
	pthread_mutex_unlock(&b->mutex->lock);
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
