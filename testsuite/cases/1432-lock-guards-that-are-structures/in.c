/* Lock guards that are structures, which a function returns, and whose clean-up function calls the one that unlocks. */
#include <pthread.h>
#include <stdio.h>

struct mtx {
	pthread_mutex_t lock;
};

struct object {
	int n;
	struct mtx mtx;
};

struct guard {
	struct mtx *mtx;
};

struct noted_guard {
	const char *why;
	pthread_mutex_t *lock;
};

static void mtx_lock(struct mtx *m);
static void mtx_unlock(struct mtx *m);
struct guard guard_take(struct mtx *m);
struct guard guard_take_made(struct mtx *m);
struct guard guard_take_if(struct mtx *m);
struct guard guard_take_other(struct mtx *m, int n);
struct guard object_guard(struct object *o);
void guard_release(struct guard *g);
struct noted_guard noted_guard_take(pthread_mutex_t *lock, const char *why);
void noted_guard_release(struct noted_guard *g);
void noted_guard_say(struct noted_guard *g);

#define AUTO_CLEANUP(type, func) \
	static inline __attribute__((unused)) void auto_cleanup_##type(struct type *p_) { (func)(p_); }
AUTO_CLEANUP(guard, guard_release)
AUTO_CLEANUP(noted_guard, noted_guard_release)
#define GUARD(type) __attribute__((unused, cleanup(auto_cleanup_##type))) struct type
#define SAYING_GUARD __attribute__((cleanup(noted_guard_say))) struct noted_guard

#define WITH_(taken, name) \
	for (GUARD(guard) name = taken; name.mtx; name.mtx = (guard_release(&name), NULL))
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define WITH(m) WITH_(guard_take(m), PASTE(with_, __LINE__))
#define WITH_OBJECT(o) WITH_(object_guard(o), PASTE(with_, __LINE__))
#define WITH_IF(m) WITH_(guard_take_if(m), PASTE(with_, __LINE__))

static struct mtx m = { PTHREAD_MUTEX_INITIALIZER }, second = { PTHREAD_MUTEX_INITIALIZER };
static int count, said;

static int add(int n)
{
	int by = n;
	GUARD(guard) lock = guard_take(&m);

	if (n < 0)
		return -1;
	count += by;
	return count;
}

static int get(int limit)
{
	WITH(&m) {
		if (count > limit)
			return count;
		if (count == limit)
			break;
		count++;
	}
	return 0;
}

static void each(struct object *o)
{
	for (int i = 0; i < 3; i++) {
		WITH_OBJECT(o) {
			if (i == 1)
				continue;
			o->n += i;
		}
	}
}

static int made(void)
{
	GUARD(guard) lock = guard_take_made(&m);
	return ++count;
}

static int noted(int n)
{
	GUARD(noted_guard) lock = noted_guard_take(&m.lock, "noted");

	count += n;
	return count;
}

/* Given back by hand. */
static int early(int n)
{
	GUARD(guard) lock = guard_take(&m);

	count += n;
	guard_release(&lock);
	return n;
}

static int early_in_the_loop(int n)
{
	WITH_(guard_take(&m), lock) {
		count += n;
		guard_release(&lock);
	}
	return n;
}

/* Moved to another one, which has it longer. */
static int moved(int n)
{
	GUARD(guard) last = { NULL };
	{
		GUARD(guard) lock = guard_take(&m);

		count += n;
		last = lock;
		lock.mtx = NULL;
	}
	count += n;
	return count;
}

/* Its address is somebody else's. */
static struct guard *known;

static void forget(void)
{
	guard_release(known);
}

static int lent(int n)
{
	GUARD(guard) lock = guard_take(&m);

	known = &lock;
	count += n;
	forget();
	said++;
	return n;
}

/* Whoever knows no mutex has no lock, and does not do it; or does it without. */
static int never(struct mtx *some, int n)
{
	WITH_IF(some) {
		count += n;
	}
	return count;
}

static int perhaps(struct mtx *some, int n)
{
	GUARD(guard) lock = guard_take_if(some);

	count += n;
	return count;
}

/* It is another mutex. */
static int other(int n)
{
	GUARD(guard) lock = guard_take_other(&m, n);

	count += n;
	return count;
}

/* This clean-up function does more. */
static int says(int n)
{
	SAYING_GUARD lock = noted_guard_take(&m.lock, "said");

	count += n;
	return said;
}

/* A loop that gives back what it does not hold any more, and one that goes on. */
static int twice(int n)
{
	for (GUARD(guard) lock = guard_take(&m); n > 0; n--, guard_release(&lock))
		count++;
	return count;
}

int main(void)
{
	struct object o = { 0, { PTHREAD_MUTEX_INITIALIZER } };

	printf("%d %d ", add(1), add(-1));
	printf("%d ", get(2));
	printf("%d ", get(2));
	printf("%d\n", get(1));
	each(&o);
	printf("%d %d\n", o.n, made());
	printf("%d %d\n", noted(2), early(1));
	printf("%d\n", early_in_the_loop(1));
	printf("%d\n", moved(1));
	printf("%d\n", lent(1));
	printf("%d ", never(NULL, 1));
	printf("%d ", never(&m, 1));
	printf("%d ", perhaps(NULL, 1));
	printf("%d\n", perhaps(&m, 1));
	printf("%d ", other(1));
	printf("%d ", other(9));
	printf("%d ", says(1));
	printf("%d\n", twice(1));
	printf("%d %d\n", pthread_mutex_trylock(&m.lock), pthread_mutex_trylock(&second.lock));
	return 0;
}

static void mtx_lock(struct mtx *m)
{
	pthread_mutex_lock(&m->lock);
}

static void mtx_unlock(struct mtx *m)
{
	pthread_mutex_unlock(&m->lock);
}

struct guard guard_take(struct mtx *m)
{
	struct guard g = { m };

	mtx_lock(g.mtx);
	return g;
}

struct guard guard_take_made(struct mtx *m)
{
	mtx_lock(m);
	return (struct guard){ .mtx = m };
}

struct guard guard_take_if(struct mtx *m)
{
	struct guard g = { m };

	if (m)
		mtx_lock(m);
	return g;
}

struct guard guard_take_other(struct mtx *m, int n)
{
	struct guard g = { m };

	if (n > 5)
		g.mtx = &second;
	mtx_lock(g.mtx);
	return g;
}

struct guard object_guard(struct object *o)
{
	return guard_take(&o->mtx);
}

void guard_release(struct guard *g)
{
	if (!g || !g->mtx)
		return;
	mtx_unlock(g->mtx);
	g->mtx = NULL;
}

struct noted_guard noted_guard_take(pthread_mutex_t *lock, const char *why)
{
	struct noted_guard g = { .lock = lock, .why = why };

	pthread_mutex_lock(lock);
	return g;
}

void noted_guard_release(struct noted_guard *g)
{
	if (g->lock)
		pthread_mutex_unlock(g->lock);
}

void noted_guard_say(struct noted_guard *g)
{
	pthread_mutex_unlock(g->lock);
	said += g->why[0] == 's';
}
