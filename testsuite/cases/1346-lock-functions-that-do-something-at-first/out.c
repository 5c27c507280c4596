/* Lock functions that do something before they take the lock: their callers' clients do that before the sections. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct lock {
	rcl_mutex_t m;
	int waiters;
	long asked;
	const char *where;
};

struct account {
	struct lock lock;
	int sum;
};

static struct account first = { { RCL_MUTEX_INITIALIZER(lock_m_in), 0, 0, "" }, 5 };
static struct lock stats = { RCL_MUTEX_INITIALIZER(lock_m_in_19), 0, 0, "" };
static struct lock spare = { RCL_MUTEX_INITIALIZER(lock_m_in_20), 0, 0, "" };
static struct lock *current = &stats;
static int total, traced, longest;
static char trace[4096];

struct say_cs {             /* own, in.c:29-35 */
	const char *what;   /* in */
	const char *where;  /* in */
};

static int say_cs(void *ctx)
{
	struct say_cs *cs = ctx;
	const char *what = cs->what;
	const char *where = cs->where;

	if (traced < 12) {
		strcat(trace, what);
		strcat(trace, where);
		traced++;
	}
	return 0;
}

static void say(const char *what, const char *where)
{
	static rcl_mutex_t own = RCL_MUTEX_INITIALIZER(own);

	struct say_cs cs = { .what = what, .where = where };
	rcl_exec_anon(&own, say_cs, &cs, sizeof(cs));
}

static inline rcl_mutex_t *lock_mutex(struct lock *a)
{
	return &a->m;
}

static inline void lock_ahead(struct lock *a)
{
	__atomic_add_fetch(&a->waiters, 1, __ATOMIC_RELAXED);
}

static inline void lock_held(struct lock *a)
{
	__atomic_sub_fetch(&a->waiters, 1, __ATOMIC_RELAXED);
}

/* counts those who wait */
static inline void lock(struct lock *a)
{
	lock_ahead(a);
	rcl_lock(&a->m);
	lock_held(a);
}

static inline void unlock(struct lock *a)
{
	rcl_unlock(&a->m);
}

static rcl_mutex_t *traced_mutex(struct lock *a)
{
	struct lock *l = a;

	return &l->m;
}

static void lock_traced_ahead(struct lock *a, const char *where)
{
	struct lock *l = a;

	const char *said = where[0] ? where : "?";

	say(" wants:", said);
	l->where = said; /* any of them will do */
}

static rcl_mutex_t *lockCheckedMutex(struct lock *a)
{
	return &a->m;
}

static void lockCheckedAhead(struct lock *a)
{
	__atomic_add_fetch(&a->asked, 1, __ATOMIC_RELAXED);
}

static rcl_mutex_t *next_mutex(struct lock *a)
{
	return &a->m;
}

static void lock_next_ahead(void)
{
	current = current == &stats ? &spare : &stats;
}

/* leads elsewhere before it takes what it is given */
static void lock_next(struct lock *a)
{
	lock_next_ahead();
	rcl_lock(&a->m);
}

struct lock_timed_cs {   /* a->m, in.c:81-82 */
	struct lock *a;  /* in */
	int before;      /* in */
};

static int lock_timed_cs(void *ctx)
{
	struct lock_timed_cs *cs = ctx;
	struct lock *a = cs->a;
	int before = cs->before;

	longest += a->waiters - before;
	return RCL_KEEP;
}

/* how long it took is known behind the lock call only */
static void lock_timed(struct lock *a)
{
	int before = a->waiters;

	say(" times", "");
	struct lock_timed_cs cs = { .a = a, .before = before };
	rcl_exec_anon(&a->m, lock_timed_cs, &cs, sizeof(cs));
}

#define LOCK(l) lock_traced(l, __func__)

struct deposit_cs {            /* a->lock.m, in.c:89-91 */
	struct account *a;     /* in */
	int n;                 /* in */
	struct lock *a_given;  /* in */
};

static int deposit_cs(void *ctx)
{
	struct deposit_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;
	struct lock *a_given = cs->a_given;

	lock_held(a_given);
	a->sum += n;
	return 0;
}

static void deposit(struct account *a, int n)
{
	struct deposit_cs cs = { .a = a, .n = n, .a_given = &a->lock };
	lock_ahead(&a->lock);
	rcl_exec_anon(lock_mutex(&a->lock), deposit_cs, &cs, sizeof(cs));
}

struct withdraw_cs {        /* a->lock.m, in.c:96-102 */
	struct account *a;  /* in */
	int n;              /* in */
};

static int withdraw_cs(void *ctx)
{
	struct withdraw_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;

	if (a->sum < n) {
		return 1;
	}
	a->sum -= n;
	return 0;
}

static int withdraw(struct account *a, int n)
{
	struct withdraw_cs cs = { .a = a, .n = n };
	lock_traced_ahead(&a->lock, __func__);
	if (rcl_exec_anon(traced_mutex(&a->lock), withdraw_cs, &cs, sizeof(cs)) == 1)
		return -1;
	return n;
}

struct both_stats_cs {  /* stats.m, in.c:112-114 */
	int r;          /* in-out */
};

static int both_stats_cs(void *ctx)
{
	struct both_stats_cs *cs = ctx;
	int r = cs->r;

	r += total++;
	cs->r = r;
	return 0;
}

struct both_lock_cs {          /* a->lock.m, in.c:110-117 */
	struct account *a;     /* in */
	int n;                 /* in */
	int r;                 /* in-out */
	struct lock *a_given;  /* in */
};

static int both_lock_cs(void *ctx)
{
	struct both_lock_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;
	int i;
	int r = cs->r;
	struct lock *a_given = cs->a_given;

	lock_held(a_given);
	for (i = 0; i < n; i++) {
		struct both_stats_cs stats_cs = { .r = r };
		lock_traced_ahead(&stats, "both");
		rcl_exec_anon(traced_mutex(&stats), both_stats_cs, &stats_cs, sizeof(stats_cs));
		r = stats_cs.r;
	}
	a->sum += r;
	cs->r = r;
	return 0;
}

static int both(struct account *a, int n)
{
	int r = 0;

	struct both_lock_cs cs = { .a = a, .n = n, .r = r, .a_given = &a->lock };
	lock_ahead(&a->lock);
	rcl_exec_anon(lock_mutex(&a->lock), both_lock_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct checked_cs {  /* stats.m, in.c:123-126 */
	int n;       /* in */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int checked(int n)
{
	struct checked_cs cs = { .n = n };
	lockCheckedAhead(&stats);
	if (rcl_exec_anon(lockCheckedMutex(&stats), checked_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct ignored_cs {  /* stats.m, in.c:132-134 */
	int n;       /* in */
};

static int ignored_cs(void *ctx)
{
	struct ignored_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void ignored(int n)
{
	struct ignored_cs cs = { .n = n };
	lockCheckedAhead(&stats);
	rcl_exec_anon(lockCheckedMutex(&stats), ignored_cs, &cs, sizeof(cs));
}

struct never_fails_cs {  /* stats.m, in.c:139-141 */
	int n;           /* in */
};

static int never_fails_cs(void *ctx)
{
	struct never_fails_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void never_fails(int n)
{
	struct never_fails_cs cs = { .n = n };
	lockCheckedAhead(&stats);
	rcl_exec_anon(lockCheckedMutex(&stats), never_fails_cs, &cs, sizeof(cs));
}

static int sometimes(int n, int threaded)
{
	if (threaded)
		lock(&stats);
	total += n;
	if (threaded)
		unlock(&stats);
	return n;
}

static void moving(int n)
{
	lock_next(current);
	total += n;
	unlock(current == &stats ? &spare : &stats);
}

struct staying_cs {  /* l->m, in.c:166-168 */
	int n;       /* in */
};

static int staying_cs(void *ctx)
{
	struct staying_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void staying(int n)
{
	struct lock *l = current;

	struct staying_cs cs = { .n = n };
	lock_next_ahead();
	rcl_exec_anon(next_mutex(l), staying_cs, &cs, sizeof(cs));
}

static void timed(int n)
{
	lock_timed(&stats);
	total += n;
	unlock(&stats);
}

struct twice_lock_1_cs {       /* a->lock.m, in.c:180-182 */
	struct account *a;     /* in */
	int n;                 /* in */
	struct lock *a_given;  /* in */
};

static int twice_lock_1_cs(void *ctx)
{
	struct twice_lock_1_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;
	struct lock *a_given = cs->a_given;

	lock_held(a_given);
	a->sum += n;
	return 0;
}

struct twice_lock_2_cs {       /* a->lock.m, in.c:184-186 */
	struct account *a;     /* in */
	int n;                 /* in */
	struct lock *a_given;  /* in */
};

static int twice_lock_2_cs(void *ctx)
{
	struct twice_lock_2_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;
	struct lock *a_given = cs->a_given;

	lock_held(a_given);
	a->sum -= n;
	return 0;
}

static void twice(struct account *a, int n)
{
	struct twice_lock_1_cs cs = { .a = a, .n = n, .a_given = &a->lock };
	lock_ahead(&a->lock);
	rcl_exec_anon(lock_mutex(&a->lock), twice_lock_1_cs, &cs, sizeof(cs));
	say(" between", "");
	struct twice_lock_2_cs lock_2_cs = { .a = a, .n = n, .a_given = &a->lock };
	lock_ahead(&a->lock);
	rcl_exec_anon(lock_mutex(&a->lock), twice_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
}

struct chosen_lock_1_cs {      /* a->lock.m, in.c:193-195 */
	struct account *a;     /* in */
	int n;                 /* out */
	struct lock *a_given;  /* in */
};

static int chosen_lock_1_cs(void *ctx)
{
	struct chosen_lock_1_cs *cs = ctx;
	struct account *a = cs->a;
	int n;
	struct lock *a_given = cs->a_given;

	lock_held(a_given);
	n = a->sum;
	cs->n = n;
	return 0;
}

struct chosen_lock_2_cs {   /* a->lock.m, in.c:198-200 */
	struct account *a;  /* in */
	int n;              /* in-out */
};

static int chosen_lock_2_cs(void *ctx)
{
	struct chosen_lock_2_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;

	n += a->sum;
	cs->n = n;
	return 0;
}

static int chosen(struct account *a, int n)
{
	switch (n & 1) {
	case 0:
		lock_ahead(&a->lock);
		{
			struct chosen_lock_1_cs cs = { .a = a, .a_given = &a->lock };
			rcl_exec_anon(lock_mutex(&a->lock), chosen_lock_1_cs, &cs, sizeof(cs));
			n = cs.n;
		}
		break;
	default:
		lock_traced_ahead(&a->lock, "");
		{
			struct chosen_lock_2_cs lock_2_cs = { .a = a, .n = n };
			rcl_exec_anon(traced_mutex(&a->lock), chosen_lock_2_cs,
					&lock_2_cs, sizeof(lock_2_cs));
			n = lock_2_cs.n;
		}
	}
	return n;
}

static void *work(void *arg)
{
	struct account *a = arg;
	int i;

	for (i = 0; i < 100; i++) {
		deposit(a, 7);
		withdraw(a, 3);
		both(a, 2);
		checked(1);
		ignored(1);
		never_fails(1);
		sometimes(1, 1);
		timed(1);
		twice(a, 5);
		chosen(a, i);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	work(&first);
	printf("%d %d%s %s\n", first.sum, total, trace, first.lock.where);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &first);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	staying(0);
	moving(1);
	printf("%d %d %d %ld %d\n", total, first.lock.waiters, stats.waiters, stats.asked, traced);
	return 0;
}
