#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>

struct set {
	unsigned flags;
	rcl_mutex_t lock;
	int free, used, sum;
};

#define COPIED 1
#define SHARED 2
#define LOCK(s) if ((s)->flags & SHARED) rcl_lock(&(s)->lock);
#define UNLOCK(s) if ((s)->flags & SHARED) rcl_unlock(&(s)->lock);

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static pthread_t first;
static int calls;

struct add_cs {         /* s->lock, in.c:29-43 */
	struct set *s;  /* in */
	int v;          /* in */
	int got;        /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct set *s = cs->s;
	int v = cs->v;
	int got;

	if (s->free > 0) {
		s->free--;
		got = 7;
	}
	else {
		got = s->used + v;
	}
	s->sum += got;
	cs->got = got;
	return RCL_KEEP;
}

/* Taken in a branch under one more condition, and given back in another branch. */
static int add(struct set *s, int v)
{
	int got = 0, rv = 0;

	if (s->flags & COPIED) {
		got = v;
	}
	else {
		struct add_cs cs = { .s = s, .v = v };
		if (s->flags & SHARED) {
			rcl_exec_anon(&s->lock, add_cs, &cs, sizeof(cs));
		} else {
			add_cs(&cs);
		}
		got = cs.got;
	}
	if (got % 3)
		rv = 1;
	if (!(s->flags & COPIED)) {
		s->used += rv ? 2 : 1;
		UNLOCK(s);
	}
	return rv;
}

struct ways_cs {        /* s->lock, in.c:51-69 */
	struct set *s;  /* in */
	int v;          /* in */
};

static int ways_cs(void *ctx)
{
	struct ways_cs *cs = ctx;
	struct set *s = cs->s;
	int v = cs->v;

	s->used++;
	if (v == 1) {
		return 1;
	}
	s->sum += v;
	if (v == 2) {
		return 2;
	}
	s->free++;
	if (!pthread_equal(pthread_self(), first))
		s->sum++;
	return 0;
}

/* Left in several ways: some give the lock back, and behind the last it is held where the client goes on. */
static int ways(struct set *s, int v)
{
	struct ways_cs cs = { .s = s, .v = v };
	int way = s->flags & SHARED ? rcl_exec(&s->lock, ways_cs, &cs, sizeof(cs)) : ways_cs(&cs);

	if (way == 1) {
		return -1;
	}
	if (way == 2) {
		return -2;
	}
	return s->free;
}

static void give_back(struct set *s, int shared)
{
	s->sum += 100;
	if (shared)
		rcl_unlock(&s->lock);
}

struct handed_cs {      /* s->lock, in.c:85-99 */
	struct set *s;  /* in */
	int v;          /* in */
	int got;        /* out */
};

static int handed_cs(void *ctx)
{
	struct handed_cs *cs = ctx;
	struct set *s = cs->s;
	int v = cs->v;
	int got;

	s->used += 3;
	if (v == 3) {
		return RCL_KEEP | 1;
	}
	if (v == 2) {
		s->sum--;
		return RCL_KEEP | 2;
	}
	got = s->used;
	cs->got = got;
	return 0;
}

/* Behind one exit the client has the lock, and a function that it calls gives it back. */
static int handed(struct set *s, int v, int shared)
{
	int got = 0;

	struct handed_cs cs = { .s = s, .v = v };
	int way = shared
			? rcl_exec_anon(&s->lock, handed_cs, &cs, sizeof(cs))
			: handed_cs(&cs) & ~RCL_KEEP;

	if (way == 1) {
		give_back(s, shared);
		return -3;
	}
	if (way == 2) {
		give_back(s, shared);
		return -2;
	}
	got = cs.got;
	return got;
}

struct inner_set_cs {   /* s->lock, in.c:111-114 */
	struct set *s;  /* in */
	int v;          /* in */
	int got;        /* out */
};

static int inner_set_cs(void *ctx)
{
	struct inner_set_cs *cs = ctx;
	struct set *s = cs->s;
	int v = cs->v;
	int got;

	s->used += v;
	got = s->sum;
	cs->got = got;
	return RCL_KEEP;
}

struct inner_outer_cs {  /* outer, in.c:109-114 */
	struct set *s;   /* in */
	int v;           /* in */
	int got;         /* out */
};

static int inner_outer_cs(void *ctx)
{
	struct inner_outer_cs *cs = ctx;
	struct set *s = cs->s;
	int v = cs->v;
	int got;

	calls++;
	struct inner_set_cs set_cs = { .s = s, .v = v };
	if (s->flags & SHARED) {
		rcl_exec_anon(&s->lock, inner_set_cs, &set_cs, sizeof(set_cs));
	} else {
		inner_set_cs(&set_cs);
	}
	got = set_cs.got;
	cs->got = got;
	return RCL_KEEP;
}

/* Inside of a section of another lock. */
static int inner(struct set *s, int v, ...)
{
	int got;
	va_list list;

	struct inner_outer_cs cs = { .s = s, .v = v };
	rcl_exec_anon(&outer, inner_outer_cs, &cs, sizeof(cs));
	got = cs.got;
	va_start(list, v);
	got += va_arg(list, int);
	va_end(list);
	s->sum += 2;
	if (s->flags & SHARED)
		rcl_unlock(&s->lock);
	calls += got & 1;
	rcl_unlock(&outer);
	return got;
}

struct rounds_cs {      /* s->lock, in.c:132-146 */
	struct set *s;  /* in */
	int done;       /* in-out */
	int i;          /* in */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;
	struct set *s = cs->s;
	int done = cs->done;
	int i = cs->i;

	s->used += i;
	if (i == 2) {
		cs->done = done;
		return RCL_KEEP | 1;
	}
	if (s->used % 5 == 4) {
		cs->done = done;
		return 2;
	}
	done += s->used;
	cs->done = done;
	return 0;
}

/* Round by round. */
static int rounds(struct set *s, int n)
{
	int done = 0;

	for (int i = 0; i < n; i++) {
		struct rounds_cs cs = { .s = s, .done = done, .i = i };
		int way = s->flags & SHARED
				? rcl_exec_anon(&s->lock, rounds_cs, &cs, sizeof(cs))
				: rounds_cs(&cs) & ~RCL_KEEP;
		done = cs.done;

		if (way == 1) {
			give_back(s, s->flags & SHARED);
			continue;
		}
		if (way == 2) {
			break;
		}
	}
	return done;
}

int main(void)
{
	struct set s = { 0, RCL_MUTEX_INITIALIZER(set_lock), 2, 0, 0 };

	first = pthread_self();
	for (int i = 0; i < 24; i++) {
		s.flags = i % 4;
		printf("%d %d", add(&s, i), ways(&s, i / 4));
		printf(" %d", handed(&s, i / 4, s.flags & SHARED));
		printf(" %d", inner(&s, i, i * 3));
		printf(" %d", rounds(&s, i / 4));
		printf(" %d\n", rcl_trylock(&s.lock));
		rcl_unlock(&s.lock);
	}
	printf("%d %d %d %d\n", s.free, s.used, s.sum, calls);
	return 0;
}
