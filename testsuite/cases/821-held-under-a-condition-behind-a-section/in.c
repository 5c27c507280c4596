#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

struct set {
	unsigned flags;
	pthread_mutex_t lock;
	int free, used, sum;
};

#define COPIED 1
#define SHARED 2
#define LOCK(s) if ((s)->flags & SHARED) pthread_mutex_lock(&(s)->lock);
#define UNLOCK(s) if ((s)->flags & SHARED) pthread_mutex_unlock(&(s)->lock);

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first;
static int calls;

/* Taken in a branch under one more condition, and given back in another branch. */
static int add(struct set *s, int v)
{
	int got = 0, rv = 0;

	if (s->flags & COPIED) {
		got = v;
	}
	else {
		LOCK(s);
		if (s->free > 0) {
			s->free--;
			got = 7;
		}
		else {
			got = s->used + v;
		}
		s->sum += got;
	}
	if (got % 3)
		rv = 1;
	if (!(s->flags & COPIED)) {
		s->used += rv ? 2 : 1;
		UNLOCK(s);
	}
	return rv;
}

/* Left in several ways: some give the lock back, and behind the last it is held where the client goes on. */
static int ways(struct set *s, int v)
{
	if (s->flags & SHARED)
		pthread_mutex_lock(&s->lock);
	s->used++;
	if (v == 1) {
		if (s->flags & SHARED)
			pthread_mutex_unlock(&s->lock);
		return -1;
	}
	s->sum += v;
	if (v == 2) {
		if (s->flags & SHARED)
			pthread_mutex_unlock(&s->lock);
		return -2;
	}
	s->free++;
	if (!pthread_equal(pthread_self(), first))
		s->sum++;
	if (s->flags & SHARED)
		pthread_mutex_unlock(&s->lock);
	return s->free;
}

static void give_back(struct set *s, int shared)
{
	s->sum += 100;
	if (shared)
		pthread_mutex_unlock(&s->lock);
}

/* Behind one exit the client has the lock, and a function that it calls gives it back. */
static int handed(struct set *s, int v, int shared)
{
	int got = 0;

	if (shared)
		pthread_mutex_lock(&s->lock);
	s->used += 3;
	if (v == 3) {
		give_back(s, shared);
		return -3;
	}
	if (v == 2) {
		s->sum--;
		give_back(s, shared);
		return -2;
	}
	got = s->used;
	if (shared)
		pthread_mutex_unlock(&s->lock);
	return got;
}

/* Inside of a section of another lock. */
static int inner(struct set *s, int v, ...)
{
	int got;
	va_list list;

	pthread_mutex_lock(&outer);
	calls++;
	if (s->flags & SHARED)
		pthread_mutex_lock(&s->lock);
	s->used += v;
	got = s->sum;
	va_start(list, v);
	got += va_arg(list, int);
	va_end(list);
	s->sum += 2;
	if (s->flags & SHARED)
		pthread_mutex_unlock(&s->lock);
	calls += got & 1;
	pthread_mutex_unlock(&outer);
	return got;
}

/* Round by round. */
static int rounds(struct set *s, int n)
{
	int done = 0;

	for (int i = 0; i < n; i++) {
		if (s->flags & SHARED)
			pthread_mutex_lock(&s->lock);
		s->used += i;
		if (i == 2) {
			give_back(s, s->flags & SHARED);
			continue;
		}
		if (s->used % 5 == 4) {
			if (s->flags & SHARED)
				pthread_mutex_unlock(&s->lock);
			break;
		}
		done += s->used;
		if (s->flags & SHARED)
			pthread_mutex_unlock(&s->lock);
	}
	return done;
}

int main(void)
{
	struct set s = { 0, PTHREAD_MUTEX_INITIALIZER, 2, 0, 0 };

	first = pthread_self();
	for (int i = 0; i < 24; i++) {
		s.flags = i % 4;
		printf("%d %d", add(&s, i), ways(&s, i / 4));
		printf(" %d", handed(&s, i / 4, s.flags & SHARED));
		printf(" %d", inner(&s, i, i * 3));
		printf(" %d", rounds(&s, i / 4));
		printf(" %d\n", pthread_mutex_trylock(&s.lock));
		pthread_mutex_unlock(&s.lock);
	}
	printf("%d %d %d %d\n", s.free, s.used, s.sum, calls);
	return 0;
}
