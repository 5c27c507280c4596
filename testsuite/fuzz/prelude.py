# SPDX-License-Identifier: MIT
"""What stands before and after the random functions of a program: its types, locks and helpers; its threads.

Every thread calls every function as often as every other one, with arguments of its own. What a function returns
depends on its arguments, on its thread's own memory and on its thread's slots of the guarded data only; what it does
to the rest of the guarded data commutes. So the output is the same whatever the schedule, unless exclusion fails or a
variable has a wrong value. ``helper`` grants what sections wait for on conditions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

#: rcl.toml: the lock API that is the program's own
DESCRIPTION = """\
[lock.store]
mutex = "guard.mutex"
handle = "handle_t"
init = "guard_init(s, handle)"
lock = "STORE_LOCK(s, handle)"
unlock = "STORE_UNLOCK(s, handle)"
trylock = "STORE_TRYLOCK(s, handle)"
shared = "STORE_READ(s, handle)"
execute = "store_execute(s, handle)"
failed = "abort()"
"""

INCLUDES = """\
#define _GNU_SOURCE
#include <alloca.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define THREADS 3
#define EXITS 8
#ifndef FEATURE
#define FEATURE 1
#endif
"""

TYPES = """\
typedef unsigned short word;
typedef long (*unary)(long);
enum colour { RED, GREEN = 5, BLUE };
/* which functions may have other things by the names of */
enum { size = 7 };
typedef short key;
struct pair { int a; long b; };
struct leading { long *to; };
struct wide { long rows[12]; long last; };
struct bits { unsigned low : 3, high : 5; };
struct flexible { int n; long items[]; };
struct item { long value; TAILQ_ENTRY(item) next; SLIST_ENTRY(item) other; };
TAILQ_HEAD(items, item);
union both { int i; char bytes[4]; };
struct nameless { union { int whole; struct { short low, high; }; }; long tail; };
struct nest { struct pair in; int tail[3]; };
struct data { long sum; union { unsigned bits; unsigned char byte[4]; }; unsigned low : 3, high : 5;
	long slot[THREADS]; pthread_cond_t cond; long want, given, ups, downs; };
struct box { pthread_mutex_t lock; struct data data; int fixed; };
struct heap { struct data data; pthread_mutex_t mutex; };
struct inside { int before; struct { pthread_mutex_t lock; struct data data; }; };
struct shelf { int count; struct place { pthread_mutex_t lock; struct data data; } place[]; };
struct quiet { pthread_mutex_t lock; struct data data; };
struct maybe { pthread_mutex_t *lock; int wide; unsigned by; uint64_t handle; struct data data; };
struct cell { struct cell *next; int id; pthread_mutex_t lock; struct data data; };
struct own { pthread_mutex_t mutex; struct data data; int cell[8]; struct pair pairs[2];
	struct item item[3]; struct items items; SLIST_HEAD(, item) others; struct flexible *flexible; };

/* mutexes that are handles: 0 is none, which nobody takes */
typedef unsigned int handle_t;
struct guard { pthread_mutex_t mutex; int held; };
struct store {
	struct guard guards[THREADS + 2];
	handle_t table, mine[THREADS];
	struct data table_data, mine_data[THREADS];
};
#define STORE_LOCK(s, handle) do { if ((handle) != 0 && guard_lock(s, handle, 0) != 0) abort(); } while (0)
#define STORE_READ(s, handle) STORE_LOCK(s, handle)
#define STORE_TRYLOCK(s, handle) ((handle) == 0 ? 0 : guard_lock(s, handle, 1))
#define STORE_UNLOCK(s, handle) do { if ((handle) != 0 && guard_unlock(s, handle) != 0) abort(); } while (0)
#define TABLE_LOCK() STORE_LOCK(&store, store.table)
#define TABLE_UNLOCK() STORE_UNLOCK(&store, store.table)
"""

#: the data that all files share
DATA = """\
static pthread_mutex_t global = PTHREAD_MUTEX_INITIALIZER;
static struct data global_data = { .cond = PTHREAD_COND_INITIALIZER };
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t again, checked;
static pthread_mutex_t odd = PTHREAD_MUTEX_INITIALIZER;
static struct data plain_data, again_data, checked_data, of_data, c11_data, odd_data;
static mtx_t c11;
static pthread_mutex_t of_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t locks[4];
static struct data locked[4];
static struct box boxes[2];
static struct heap *heap;
static struct own own[THREADS];
static struct inside inside;
static pthread_mutex_t grid[2][2];
static struct data grid_data[2][2];
static struct shelf *shelf;
static struct quiet quiet[THREADS];
static struct maybe maybes[THREADS];
static pthread_mutex_t maybe_mutexes[THREADS];
static struct cell cells[2];
static struct cell *first_cell;
static pthread_mutex_t cells_lock = PTHREAD_MUTEX_INITIALIZER;
static long cells_found;
static struct store store;
static const char *const words[] = { "zero", "one", "two {", "three" };
static long acc[THREADS], events[THREADS][EXITS];
/* how often a lock was not free, which nobody prints */
static _Atomic long busy;
static int threaded, ended, finished;
/* whether the program is to end, which nobody asks it to */
static int broken;
static const struct timespec never = { .tv_sec = 0x7fffffff };
static long spare, base;
static __thread long tls;
static pthread_t self[THREADS];
"""

#: macros that hold a section, each told a field
TALLIES = """\
#define TALLY(b, field, by) \\
	do { pthread_mutex_lock(&(b)->lock); (b)->data.field += (by); pthread_mutex_unlock(&(b)->lock); } while (0)
#define TALLY_ALL(field, by) do { \\
	pthread_mutex_lock(&global); \\
	if (global_data.field != -1) /* never */ \\
		global_data.field += by; \\
	global_data.slot[me] ^= 5; \\
	pthread_mutex_unlock(&global); \\
} while (0)
"""

HELPERS = """\
static pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
static struct data local_data;

static long twin(long x) { return spare + x; }
static long twice(long x) { return x * 2; }
static long thrice(long x) { return x * 3; }
static void add_long(long *x, long by) { *x += by; }
static void set_long(long *x, long to) { *x = to; }
static __thread long *kept;
static void keep(long *x) { kept = x; }
static void change_kept(long by) { *kept += by; }
static __thread long *stays[4];
static void stay(int k, long *x) { stays[k] = x; }
static void change_stayed(int k, long by) { *stays[k] += by; }
static void add_int(int *x, long by) { *x += (int)by; }
static void set_int(int *x, long to) { *x = (int)to; }
static struct pair make_pair(long a, long b) { struct pair p = { (int)a, b }; return p; }
static struct pair swapped(struct pair p) { return make_pair(p.b, p.a); }
static void grow(struct pair *p) { p->a++; p->b *= 2; }
static void fill(int *x, size_t n) { while (n-- > 0) x[n] = (int)n; }
static void add(struct data *data, long by) { data->sum += by; }
static inline void step(long *x) { *x += 3; }
static void see(int me, int result, const char *what) { acc[me] += result + *what; }
/* their names are libc's, who does something else */
static long err(int me, long by) { return (acc[me] & 3) + by; }
static long recv(int me, long by) { return me + by; }
static void prctl(long *x) { *x ^= 5; }
static int fails(long e) { errno = (int)(e & 31) + 1; return -1; }

static void noted(long *x) { tls += *x & 7; }
static void given_back(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }
static inline pthread_mutex_t *taken(pthread_mutex_t *m) { pthread_mutex_lock(m); return m; }
static inline void give_it_back(pthread_mutex_t **m) { if (*m) pthread_mutex_unlock(*m); *m = NULL; }
struct taking { pthread_mutex_t *of; };
static inline struct taking taking(pthread_mutex_t *m) { struct taking t = { m }; pthread_mutex_lock(t.of); return t; }
static inline void give_taking(struct taking *t)
{
	if (!t || !t->of) return;
	pthread_mutex_unlock(t->of);
	t->of = NULL;
}
static inline void end_taking(struct taking *t) { (give_taking)(t); }
static const unary called[] = { twice, thrice };
static void apply(void (*what)(struct data *, long), struct data *data, long by) { what(data, by); }
static struct pair pair_of(const struct data *data, int me) { return make_pair(data->slot[me], 6); }
static inline int acquire(pthread_mutex_t *m) { return pthread_mutex_lock(m); }
static inline int release(pthread_mutex_t *m) { return pthread_mutex_unlock(m); }
static void counted_lock(pthread_mutex_t *m) { tls++; pthread_mutex_lock(m); }
static void counted_unlock(pthread_mutex_t *m) { pthread_mutex_unlock(m); tls--; }
static void ahead_lock(pthread_mutex_t *m, int me, long by)
{
	long more = by & 7;

	acc[me] += more;
	busy++; /* until it has the lock */
	pthread_mutex_lock(m);
	busy--;
}
static void after_unlock(pthread_mutex_t *m, int me, unsigned char by)
{
	pthread_mutex_unlock(m);
	acc[me] += by;
	tls ^= by >> 1;
}
static long some_unlock(pthread_mutex_t *m, int me, short by)
{
	if (by & 1) {
		pthread_mutex_unlock(m);
		return by;
	}
	pthread_mutex_unlock(m);
	acc[me] += by;
	return 3;
}
static bool told_lock(pthread_mutex_t *m) { return pthread_mutex_lock(m) == 0; }
static bool told_unlock(pthread_mutex_t *m) { return pthread_mutex_unlock(m) == 0; }
static int set_lock(pthread_mutex_t *m)
{
	int error = pthread_mutex_lock(m);

	if (error != 0) {
		busy++;
		errno = error;
		return -1;
	}
	return 0;
}
static void set_unlock(pthread_mutex_t *m)
{
	int error = pthread_mutex_unlock(m);

	if (error)
		errno = error;
}
static int given_lock(pthread_mutex_t *m)
{
	if (m)
		return pthread_mutex_lock(m);
	return 0;
}
static void given_unlock(pthread_mutex_t *m)
{
	if (m != NULL)
		pthread_mutex_unlock(m);
}
static void all_lock(pthread_mutex_t *m, int me, long by)
{
	acc[me] += by & 3;
	if (pthread_mutex_trylock(m) != 0) {
		busy += by;
		pthread_mutex_lock(m);
	}
	tls += 2;
}
static void busy_lock(pthread_mutex_t *m, long by)
{
	if (pthread_mutex_trylock(m)) {
		busy += by;
		pthread_mutex_lock(m);
	}
}
static void noting_lock(pthread_mutex_t *m, int me, long by)
{
	pthread_mutex_lock(m);
	acc[me] += by;
	tls ^= me + 1;
}
static void noting_unlock(int me, pthread_mutex_t *m)
{
	int mine = me + 1;

	acc[me] ^= mine;
	if (tls & 1)
		tls += mine;
	pthread_mutex_unlock(m);
}
static void box_taken(const struct box *box, int me, long by)
{
	struct box *b = (struct box *)box;
	pthread_t self = pthread_self();

	if (pthread_mutex_lock(&b->lock) != 0)
		abort();
	b->data.slot[me] += by & 15;
	b->data.sum += pthread_equal(self, pthread_self()) ? 1 : -1;
}
static void box_given(struct box *b, int me)
{
	b->data.slot[me] ^= me;	/* for its thread alone */
	tls += b->data.slot[me] & 3;
	pthread_mutex_unlock(&b->lock);
}
static inline int lock_for(pthread_mutex_t *m, long why) { (void)why; return pthread_mutex_lock(m); }
static inline int unlock_for(long why, pthread_mutex_t *m) { (void)why; return pthread_mutex_unlock(m); }
static inline int lock_when(int on, pthread_mutex_t *m) { return on ? pthread_mutex_lock(m) : 0; }
static inline void unlock_when(int on, pthread_mutex_t *m)
{
	if (!on)
		return;
	pthread_mutex_unlock(m);
}
#if FEATURE
static void built_lock(pthread_mutex_t *m, int me)
{
	pthread_mutex_lock(m);
	acc[me]++;
}
static int built_unlock(pthread_mutex_t *m, int me)
{
	acc[me] ^= 2;
	return pthread_mutex_unlock(m);
}
#else
static void built_lock(pthread_mutex_t *m, int me)
{
	(void)me;
	while (pthread_mutex_trylock(m) != 0)
		sched_yield();
}
static int built_unlock(pthread_mutex_t *m, int me) { return me < 0 ? EINVAL : pthread_mutex_unlock(m); }
#endif
static void partly_lock(pthread_mutex_t *m, long by)
{
#if FEATURE
	if (pthread_mutex_trylock(m) != 0) {
		busy += by;
		pthread_mutex_lock(m);
	}
#else
	(void)by;
	pthread_mutex_lock(m);
#endif
}
static bool sure_lock(pthread_mutex_t *m)
{
	for (;;) {
		if (!pthread_mutex_trylock(m))
			break;
		sched_yield();
	}
	return true;
}
static int until_lock(pthread_mutex_t *m)
{
	int error;

	do {
		error = pthread_mutex_trylock(m);
	} while (error == EBUSY);
	return error;
}
static void turns_lock(pthread_mutex_t *m)
{
#if FEATURE
	while (pthread_mutex_trylock(m))
		sched_yield();
#else
	if (pthread_mutex_lock(m) != 0)
		abort();
#endif
}
static void lock_or_die(pthread_mutex_t *m)
{
	int error = pthread_mutex_lock(m);

	if (error != 0) {
		fprintf(stderr, "cannot lock: %s\\n", strerror(error));
		exit(1);
	}
}
static void unlock_or_die(pthread_mutex_t *m)
{
	if (pthread_mutex_unlock(m) != 0) {
		perror("cannot unlock");
		exit(1);
	}
}

static void give_up(int me, long why)
{
	fprintf(stderr, "%d gives up: %ld\\n", me, why);
	exit(2);
}
void last_words(const char *said, long why) __attribute__((noreturn));

static long total(const int *x, int n)
{
	long sum = 0;

	while (n-- > 0)
		sum = sum * 7 + x[n];
	return sum;
}

static long text(const char *s)
{
	long sum = 0;

	while (*s != '\\0')
		sum = sum * 31 + *s++;
	return sum;
}

static long wide(struct wide w) { return w.rows[0] + w.rows[3] * 5 + w.last; }

static inline void box_lock(struct box *b) { pthread_mutex_lock(&b->lock); }
static inline void box_unlock(struct box *b) { pthread_mutex_unlock(&b->lock); }
static int take(struct box *b) { return pthread_mutex_lock(&b->lock); }
static int give(struct box *b) { return pthread_mutex_unlock(&b->lock); }
static long enter_with(struct box *b, long what) { pthread_mutex_lock(&b->lock); return what; }
static long leave_with(struct box *b, long what) { pthread_mutex_unlock(&b->lock); return what; }
void locks_take(int i);
void locks_give(int i);
long heap_enter(int me);
void heap_leave(int me, long by);
static void lend(struct box *b)
{
	pthread_mutex_unlock(&b->lock);
	sched_yield();
	pthread_mutex_lock(&b->lock);
}
static void await_grant(struct box *b)
{
	long ticket = ++b->data.want;

	while (b->data.given < ticket)
		pthread_cond_wait(&b->data.cond, &b->lock);
}
static long granted(struct box *b, int me)
{
	long old = b->data.slot[me];

	await_grant(b);
	return b->data.slot[me] == old ? tls & 3 : 100;
}
static void maybe_take(struct maybe *m)
{
	if (m->lock == NULL)
		return;
	pthread_mutex_lock(m->lock);
}
static void maybe_give(struct maybe *m)
{
	if (m->lock != NULL)
		pthread_mutex_unlock(m->lock);
}
static int maybe_try(struct maybe *m) { return m->lock ? pthread_mutex_trylock(m->lock) : 0; }
static int maybe_lock(struct maybe *m)
{
	if (!m->lock)
		return -1;
	return pthread_mutex_lock(m->lock);
}
static bool maybe_enter(struct maybe *m)
{
	if (m == NULL || m->lock == NULL)
		return false;
	pthread_mutex_lock(m->lock);
	return true;
}
static void low_take(struct maybe *m, unsigned char wanted)
{
	if (wanted)
		pthread_mutex_lock(m->lock);
}
static void low_give(struct maybe *m, unsigned char wanted)
{
	if (!wanted)
		return;
	pthread_mutex_unlock(m->lock);
}
static bool is_low(char part) { return part < 0; }
static int above_take(struct maybe *m, int by)
{
	if (by < 0)
		return -1;
	return pthread_mutex_lock(m->lock);
}
static int above_give(struct maybe *m, int by)
{
	if (by < 0)
		return -1;
	return pthread_mutex_unlock(m->lock);
}
static void part_take(struct maybe *m)
{
	void *part = (void *)(uintptr_t)(unsigned)m->handle;

	if (part)
		pthread_mutex_lock(m->lock);
}
static void part_give(struct maybe *m)
{
	void *part = (void *)(uintptr_t)(unsigned)m->handle;

	if (part)
		pthread_mutex_unlock(m->lock);
}
static struct maybe *maybe_of(int me, short low) { return low != 0 ? &maybes[me & 3] : NULL; }
static void of_take(int me, int by)
{
	struct maybe *m = maybe_of(me, by);

	if (m != NULL)
		pthread_mutex_lock(m->lock);
}
static void of_give(int me, int by)
{
	struct maybe *m = maybe_of(me, by);

	if (m != NULL)
		pthread_mutex_unlock(m->lock);
}
static struct maybe *maybe_get(struct maybe *m)
{
	if (m->lock == NULL)
		return NULL;
	pthread_mutex_lock(m->lock);
	return m;
}
static struct cell *cell_at(int me)
{
	struct cell *c = &cells[me & 1];

	pthread_mutex_lock(&c->lock);
	return c;
}
static struct cell *cell_get(int me, char wanted)
{
	struct cell *c = NULL;

	if (wanted & 1)
		c = &cells[me & 1];
	if (c == NULL)
		return NULL;
	pthread_mutex_lock(&c->lock);
	return c;
}
static struct cell *cell_find(long by, int id)
{
	struct cell *found;

	acc[id] += by & 7;
	pthread_mutex_lock(&cells_lock);
	cells_found++;
	for (found = first_cell; found != NULL; found = found->next)
		if (found->id == (id & 1) + (by & 1))
			break;
	pthread_mutex_unlock(&cells_lock);
	tls += found == NULL;
	if (found && found->id != (id & 1))
		found = NULL;
	if (found)
		pthread_mutex_lock(&found->lock);
	return found;
}
static void *cell_checked(int me, int *left)
{
	struct cell *c = &cells[me & 1];

	if (!(*left)--)
		return NULL;
	tls += me;
	if (pthread_mutex_lock(&c->lock) != 0)
		return NULL;
	return c;
}
static void cell_put(struct cell *c) { pthread_mutex_unlock(&c->lock); }
static void cell_drop(struct cell *c, int me)
{
	c->data.slot[me] ^= 1;
	pthread_mutex_unlock(&c->lock);
	acc[me] += 2;
}
static void give_with(struct box *b, long by)
{
	b->data.sum += by;
	pthread_mutex_unlock(&b->lock);
}
static int give_if(struct box *b, long by)
{
	if (by & 1)
		return 0;
	b->data.sum += by;
	pthread_mutex_unlock(&b->lock);
	return 1;
}
static pthread_mutex_t *mutex_of(int me) { return me < THREADS ? &of_mutex : NULL; }

static inline int guard_init(struct store *s, handle_t handle)
{
	return pthread_mutex_init(&s->guards[handle].mutex, NULL);
}

static inline int guard_lock(struct store *s, handle_t handle, int try)
{
	struct guard *guard = &s->guards[handle];
	int error = try ? pthread_mutex_trylock(&guard->mutex) : pthread_mutex_lock(&guard->mutex);

	if (error == 0)
		guard->held++;
	return error;
}

static inline int guard_unlock(struct store *s, handle_t handle)
{
	if (--s->guards[handle].held != 0)
		return EPERM;
	return pthread_mutex_unlock(&s->guards[handle].mutex);
}

#ifdef RCL_H
/* a section on its way to its mutex, with which its guard is held */
struct guarded { struct guard *guard; rcl_section_fn *section; void *ctx; };

static inline int guarded(void *arg)
{
	struct guarded *g = arg;
	int way;

	g->guard->held++;
	way = g->section(g->ctx);
	if (!(way & RCL_KEEP))
		g->guard->held--;
	return way;
}

static inline int store_execute(rcl_exec_fn *execute, struct store *s, handle_t handle, rcl_section_fn *section,
				void *ctx, size_t size)
{
	struct guarded g = { &s->guards[handle], section, ctx };

	(void)size;
	return handle == 0 ? section(ctx) & ~RCL_KEEP : execute(&g.guard->mutex, guarded, &g, 0);
}
#endif

static void show(const char *name, const struct data *data)
{
	printf("%s %ld %u %u %u", name, data->sum, data->bits, data->low, data->high);
	printf(" %ld %ld", data->ups, data->downs);
	for (int t = 0; t < THREADS; t++)
		printf(" %ld", data->slot[t]);
	printf("\\n");
}

static long leaf(int me, long by)
{
	long old;

	pthread_mutex_lock(&plain);
	old = plain_data.slot[me];
	plain_data.slot[me] += by;
	plain_data.sum += by;
	pthread_mutex_unlock(&plain);
	return old;
}

static long send(int me, long by)
{
	long sent = by & 7;

	pthread_mutex_lock(&plain);
	if (sent > 5) {
		pthread_mutex_unlock(&plain);
		return 0;
	}
	plain_data.slot[me] ^= by;
	sent += plain_data.slot[me] & 1;
	pthread_mutex_unlock(&plain);
	return sent;
}

/* libc calls them: of the last two one has a section of its own, and the other one is its thread's */
static int upwards(const void *x, const void *y) { return (*(const long *)x > *(const long *)y) * 2 - 1; }
static int by_tls(const void *x, const void *y)
{
	tls += 3;
	return upwards(x, y);
}
static int by_plain(const void *x, const void *y)
{
	pthread_mutex_lock(&plain);
	plain_data.sum++;
	if (*(const long *)x == *(const long *)y) {
		pthread_mutex_unlock(&plain);
		return 0;
	}
	pthread_mutex_unlock(&plain);
	return upwards(x, y);
}

DEFINE_COUNT(plain, &plain, plain_data)
"""

#: how a mutex gets to lock calls, some of which nobody can follow
ODD = (
    """\
#define ODD_LOCK(m) lock_odd((uintptr_t)(m))
#define ODD_UNLOCK(m) unlock_odd((uintptr_t)(m))
static void lock_odd(uintptr_t m) { pthread_mutex_lock((pthread_mutex_t *)m); }
static void unlock_odd(uintptr_t m) { pthread_mutex_unlock((pthread_mutex_t *)m); }
""",
    """\
#define ODD_LOCK(m) lock_odd(m)
#define ODD_UNLOCK(m) unlock_odd(m)
static void lock_odd(void *m) { pthread_mutex_lock(m); }
static void unlock_odd(void *m) { pthread_mutex_unlock(m); }
""",
    """\
#define ODD_LOCK(m) lock_odd(1, m)
#define ODD_UNLOCK(m) unlock_odd(m)
static void lock_odd(int count, ...)
{
	va_list list;

	va_start(list, count);
	pthread_mutex_lock(va_arg(list, pthread_mutex_t *));
	va_end(list);
}
static void unlock_odd(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
""",
    """\
#define ODD_LOCK(m) lock_odd((struct odd *)(m))
#define ODD_UNLOCK(m) unlock_odd((struct odd *)(m))
struct odd { pthread_mutex_t lock; };
static void lock_odd(struct odd *o) { pthread_mutex_lock(&o->lock); }
static void unlock_odd(struct odd *o) { pthread_mutex_unlock(&o->lock); }
""",
    """\
#define ODD_LOCK(m) lock_odd((union odd){ .any = (m) })
#define ODD_UNLOCK(m) pthread_mutex_unlock(((union odd){ .any = (m) }).lock)
union odd { void *any; pthread_mutex_t *lock; };
static void lock_odd(union odd o) { pthread_mutex_lock(o.lock); }
""",
    """\
#define ODD_LOCK(m) pthread_mutex_lock(odd_of(m))
#define ODD_UNLOCK(m) pthread_mutex_unlock(odd_of(m))
static pthread_mutex_t *odd_of(pthread_mutex_t *m)
{
	pthread_mutex_t *copy;

	memcpy(&copy, &m, sizeof(copy));
	return copy;
}
""",
    """\
#define ODD_LOCK(m) lock_odd((char *)(m) - offsetof(struct odd, lock))
#define ODD_UNLOCK(m) pthread_mutex_unlock(m)
struct odd { long count; pthread_mutex_t lock; };
static void lock_odd(char *o) { pthread_mutex_lock(&((struct odd *)o)->lock); }
""",
    """\
#define ODD_LOCK(m) lock_odd((void *[]){ NULL, (m) })
#define ODD_UNLOCK(m) pthread_mutex_unlock(m)
static void lock_odd(void **list) { pthread_mutex_lock(list[1]); }
""",
)

#: functions that other files call
WRAPPERS = """\
void last_words(const char *said, long why) { fprintf(stderr, "%s: %ld\\n", said, why); _exit(4); }
void locks_take(int i) { pthread_mutex_lock(&locks[i & 3]); }
void locks_give(int i) { pthread_mutex_unlock(&locks[i & 3]); }
long heap_enter(int me)
{
	pthread_mutex_lock(&heap->mutex);
	return heap->data.slot[me];
}
void heap_leave(int me, long by)
{
	SLOT(heap->data) ^= by;
	pthread_mutex_unlock(&heap->mutex);
}
"""

#: what a program has in their place that never has two threads at once, and so needs no lock there
STUBS = """\
void last_words(const char *said, long why) { puts(said); exit((int)why); }
void locks_take(int i) { acc[0] += i & 1; }
void locks_give(int i) { (void)i; }
long heap_enter(int me) { pthread_mutex_lock(&heap->mutex); return me; }
void heap_leave(int me, long by) { acc[me] ^= by; pthread_mutex_unlock(&heap->mutex); }
"""

#: the locks whose sections may wait: the mutex and the data, where helper finds them
WAITS = (
    ("&global", "global_data"),
    ("&boxes[0].lock", "boxes[0].data"),
    ("&boxes[1].lock", "boxes[1].data"),
    ("&heap->mutex", "heap->data"),
    ("mutex_of(0)", "of_data"),
)

#: as functions name them
GRANTED = frozenset({"global_data", "b->data", "heap->data", "of_data"})

#: never waits for a lock, whose holder may wait for another grant
GRANT = """\
		if (pthread_mutex_trylock({mutex}) == 0) {{
			if ({data}.given < {data}.want) {{
				{data}.given = {data}.want;
				pthread_cond_broadcast(&{data}.cond);
			}}
			pthread_mutex_unlock({mutex});
		}}
"""

TAIL = """\
static void *helper(void *arg)
{{
	while (!__atomic_load_n(&finished, __ATOMIC_SEQ_CST)) {{
{grants}		usleep(200);
	}}
	return arg;
}}

/* with DISTURB in the environment: a signal takes a thread off its processor wherever it is, and leaves errno alone,
   which its section may have set elsewhere meanwhile */
static void pause_here(int number)
{{
	struct timespec some = {{ .tv_nsec = number * 5000 }};

	clock_nanosleep(CLOCK_MONOTONIC, 0, &some, NULL);
}}

static void *disturber(void *arg)
{{
	unsigned chance = 1;

	while (__atomic_load_n(&ended, __ATOMIC_SEQ_CST) < THREADS) {{
		chance = chance * 1103515245 + 12345;
		pthread_kill(self[chance / 65536 % THREADS], SIGUSR1);
		usleep(chance / 65536 % 200);
	}}
	return arg;
}}

static long (*const functions[])(int, int, struct box *) = {{ {names} }};
enum {{ FUNCTIONS = sizeof(functions) / sizeof(functions[0]) }};
static long results[THREADS][FUNCTIONS];

static void *worker(void *arg)
{{
	int me = (int)(intptr_t)arg;

	self[me] = pthread_self();
	errno = 0;
	for (int round = 0; round < ROUNDS; round++)
		for (int f = 0; f < FUNCTIONS; f++)
			results[me][f] = results[me][f] * 31 + functions[f](me, round, &boxes[(round + me) & 1]);
	__atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST);
	return arg;
}}

static void set_up(void)
{{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&again, &attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&checked, &attributes);
	mtx_init(&c11, mtx_plain);
	broken = getenv("BROKEN") != NULL;
	heap = calloc(1, sizeof(*heap));
	pthread_mutex_init(&heap->mutex, NULL);
	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&locks[i], NULL);
	for (int i = 0; i < 2; i++) {{
		if (pthread_mutex_init(&boxes[i].lock, NULL) != 0)
			abort();
		pthread_cond_init(&boxes[i].data.cond, NULL);
		boxes[i].fixed = i + 7;
		for (int k = 0; k < 2; k++)
			pthread_mutex_init(&grid[i][k], NULL);
	}}
	pthread_mutex_init(&inside.lock, NULL);
	shelf = calloc(1, sizeof(*shelf) + 2 * sizeof(shelf->place[0]));
	for (shelf->count = 0; shelf->count < 2; shelf->count++)
		pthread_mutex_init(&shelf->place[shelf->count].lock, NULL);
	for (int i = 0; i < THREADS; i++) {{
		pthread_mutex_init(&own[i].mutex, NULL);
		QUIET_INIT(&quiet[i].lock);
		pthread_mutex_init(&maybe_mutexes[i], NULL);
		if (i < 2) {{
			pthread_mutex_init(&cells[i].lock, NULL);
			cells[i].id = i;
			cells[i].next = first_cell;
			first_cell = &cells[i];
		}}
		maybes[i].lock = i != 1 ? &maybe_mutexes[i] : NULL;
		/* numbers of which only a part says whether there is one */
		maybes[i].wide = i != 1 ? 255 : 256;
		maybes[i].by = i != 1 ? 3 : 3000000000u;
		maybes[i].handle = i != 1 ? (uint64_t)9 << 8 : (uint64_t)9 << 32;
		own[i].flexible = calloc(1, sizeof(*own[i].flexible) + 4 * sizeof(long));
		TAILQ_INIT(&own[i].items);
		SLIST_INIT(&own[i].others);
		for (int k = 0; k < 3; k++) {{
			TAILQ_INSERT_TAIL(&own[i].items, &own[i].item[k], next);
			SLIST_INSERT_HEAD(&own[i].others, &own[i].item[k], other);
		}}
	}}
	for (handle_t handle = 1; handle < THREADS + 2; handle++)
		guard_init(&store, handle);
	for (handle_t i = 0; i < THREADS; i++)
		store.mine[i] = i + 1;
	pthread_cond_init(&heap->data.cond, NULL);
	pthread_cond_init(&of_data.cond, NULL);
}}

static void report(void)
{{
	show("global", &global_data);
	show("plain", &plain_data);
	show("again", &again_data);
	show("checked", &checked_data);
	show("of", &of_data);
	show("c11", &c11_data);
	show("odd", &odd_data);
	show("heap", &heap->data);
	show("inside", &inside.data);
	for (int i = 0; i < 2; i++) {{
		show("shelf", &shelf->place[i].data);
		show("grid", &grid_data[i][0]);
		show("grid", &grid_data[i][1]);
		show("cell", &cells[i].data);
	}}
	show("local", &local_data);
{more}	show("table", &store.table_data);
	for (int i = 0; i < 4; i++)
		show("locked", &locked[i]);
	for (int i = 0; i < 2; i++)
		show("box", &boxes[i].data);
	for (int t = 0; t < THREADS; t++) {{
		show("own", &own[t].data);
		show("quiet", &quiet[t].data);
		show("maybe", &maybes[t].data);
		show("mine", &store.mine_data[t]);
		printf("%ld %ld %ld", acc[t], total(own[t].cell, 8), own[t].pairs[0].a + own[t].pairs[1].b);
		for (int k = 0; k < 3; k++)
			printf(" %ld %ld", own[t].item[k].value, own[t].flexible->items[k]);
		for (int i = 0; i < EXITS; i++)
			printf(" %ld", events[t][i]);
		printf("\\n");
	}}
}}

int main(void)
{{
	pthread_t grants, disturbs;

	signal(SIGUSR1, pause_here);
	set_up();
	pthread_create(&grants, NULL, helper, NULL);
	errno = 0;
	self[0] = pthread_self();
	for (int f = 0; f < FUNCTIONS; f++)
		for (int round = 0; round < 3; errno = 0, round++)
			printf("f%d %ld\\n", f, functions[f](0, round, &boxes[round & 1]));
	report();
	base = spare = twin(1);
	threaded = 1;
	store.table = THREADS + 1;
	for (int t = 0; t < THREADS; t++)
		pthread_create(&self[t], NULL, worker, (void *)(intptr_t)t);
	if (getenv("DISTURB")) {{
		pthread_create(&disturbs, NULL, disturber, NULL);
		pthread_join(disturbs, NULL);
	}}
	for (int t = 0; t < THREADS; t++)
		pthread_join(self[t], NULL);
	__atomic_store_n(&finished, 1, __ATOMIC_SEQ_CST);
	pthread_join(grants, NULL);
	for (int f = 0; f < FUNCTIONS; f++)
		printf("f%d %ld %ld %ld\\n", f, results[0][f], results[1][f], results[2][f]);
	report();
	pthread_mutex_destroy(&heap->mutex);
	free(heap);
	return 0;
}}
"""


#: where it waits for its threads
JOIN = "\tfor (int t = 0; t < THREADS; t++)\n\t\tpthread_join(self[t], NULL);\n"

#: the data's declarations: where they stand in one file, they have initialisers
_DEFINED = re.compile(r"^static ([^=;]*?)(?: = [^;]*)?;$", re.MULTILINE)
#: functions that are to be inline in a header: one of its files may not use them
_HELPER = re.compile(r"^static (?!inline)(?=\w[^;=]*?\()", re.MULTILINE)


def head(rounds: int, written: str, odd: str) -> str:
    """What stands before the functions of a program's only source; ``written`` are its macros, or where they are."""
    return f"{_types(rounds, written)}\n{DATA}{TALLIES}\n{HELPERS}{odd}{WRAPPERS}"


def header(rounds: int, written: str, odd: str, more: Sequence[str]) -> str:
    """What stands before the functions of a header that several files include; these functions are called ``more``."""
    declared = [f"long more_{name}(int me, int n, struct box *b);" for name in more]
    shared = ["void report_more(void);", *declared, ""]
    guard, data = ["#ifndef SHARED_H", "#define SHARED_H"], _DEFINED.sub(r"extern \1;", DATA)
    helpers = _HELPER.sub("static inline ", HELPERS + odd)
    return "\n".join([*guard, _types(rounds, written), data + TALLIES, *shared, helpers])


def data(wrappers: str = WRAPPERS) -> str:
    """What a program with several files has in one of them."""
    return re.sub(r"^static ", "", DATA, flags=re.MULTILINE) + wrappers


def _types(rounds: int, written: str) -> str:
    return f"{INCLUDES}#define ROUNDS {rounds}\n{written}\n{TYPES}"


def tail(names: Sequence[str], more: bool = False, alone: bool = False) -> str:
    """What stands behind the functions that it calls; ``more`` report besides; its threads are ``alone`` one by one."""
    grants = "".join(GRANT.format(mutex=mutex, data=data) for mutex, data in WAITS)
    made = TAIL.format(grants=grants, names=", ".join(names), more="\treport_more();\n" * more)
    each = made.replace(JOIN, "").replace("(intptr_t)t);", "(intptr_t)t), pthread_join(self[t], NULL);")
    return each if alone else made


def tail_of_more(names: Sequence[str]) -> str:
    """What stands behind the functions of a program's other source."""
    called = [f"long more_{name}(int me, int n, struct box *b) {{ return {name}(me, n, b); }}" for name in names]
    return "\n".join([*called, 'void report_more(void) { show("more", &local_data); }', ""])
