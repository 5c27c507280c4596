/* Lock functions that try first: what they do before they wait, their callers' clients do. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <sched.h>
#include <stdio.h>

struct lock {
	rcl_mutex_t m;
	unsigned long contended;
	const char *where;
};

struct account {
	struct lock lock;
	int sum;
};

static struct lock stats = { RCL_MUTEX_INITIALIZER(lock_m_in), 0, "" };
static struct account first = { { RCL_MUTEX_INITIALIZER(lock_m_in_19), 0, "" }, 5 };
static rcl_mutex_t gate = RCL_MUTEX_INITIALIZER(gate);
static rcl_cond_t go = RCL_COND_INITIALIZER;
static int state, asked, total, taken;

/* for the thread that holds it */
static void let_go(int now)
{
	__atomic_store_n(&asked, now, __ATOMIC_RELEASE);
}

static rcl_mutex_t *take_mutex(struct lock *l)
{
	return &l->m;
}

static void lock_take_busy(struct lock *l, const char *where, int line)
{
	int at = line > 0;

	__atomic_add_fetch(&l->contended, at, __ATOMIC_RELAXED);
	l->where = where; /* nearly right */
	let_go(1);
}

/* takes a lock, and counts where it has to wait for it */
static void lock_take(struct lock *l, const char *where, int line)
{
	if (rcl_trylock(&l->m) == EBUSY) {
		lock_take_busy(l, where, line);
		rcl_lock(&l->m);
	}
}

static void lock_give(struct lock *l)
{
	rcl_unlock(&l->m);
}

static rcl_mutex_t *take_or_fail_mutex(struct lock *l)
{
	return &l->m;
}

static void take_or_fail_busy(struct lock *l)
{
	l->contended++;
	let_go(1);
}

static int take_or_fail(struct lock *l)
{
	if (rcl_trylock(&l->m)) {
		take_or_fail_busy(l);
		rcl_lock(&l->m);
	}
	return 0;
}

static rcl_mutex_t *take_and_count_mutex(struct lock *l)
{
	return &l->m;
}

static void take_and_count_busy(struct lock *l)
{
	l->contended++;
	let_go(1);
}

static void take_and_count_held(void)
{
	taken++;
}

#define LOCK(l) lock_take(l, __func__, __LINE__)

struct deposit_cs {         /* a->lock.m, in.c:72-74 */
	struct account *a;  /* in */
	int n;              /* in */
};

static int deposit_cs(void *ctx)
{
	struct deposit_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;

	a->sum += n;
	return 0;
}

static void deposit(struct account *a, int n)
{
	struct deposit_cs cs = { .a = a, .n = n };
	if (rcl_tryexec(take_mutex(&a->lock), deposit_cs, &cs, sizeof(cs)) < 0) {
		lock_take_busy(&a->lock, "deposit", 1);
		rcl_exec_anon(take_mutex(&a->lock), deposit_cs, &cs, sizeof(cs));
	}
}

struct withdraw_cs {        /* a->lock.m, in.c:79-85 */
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
	int way = rcl_tryexec(take_mutex(&a->lock), withdraw_cs, &cs, sizeof(cs));

	if (way < 0) {
		lock_take_busy(&a->lock, __func__, __LINE__);
		way = rcl_exec_anon(take_mutex(&a->lock), withdraw_cs, &cs, sizeof(cs));
	}
	if (way == 1)
		return -1;
	return n;
}

struct both_lock_2_cs {  /* l->m, in.c:98-100 */
	int *p;          /* in */
};

static int both_lock_2_cs(void *ctx)
{
	struct both_lock_2_cs *cs = ctx;
	int *p = cs->p;

	*p += total++;
	return 0;
}

struct both_lock_1_cs {     /* a->lock.m, in.c:93-103 */
	struct account *a;  /* in */
	int n;              /* in */
	int *r;             /* by reference */
};

static int both_lock_1_cs(void *ctx)
{
	struct both_lock_1_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;
	int i;
	int *r = cs->r;

	for (i = 0; i < n; i++) {
		struct lock *l = &stats;
		int *p = r;

		struct both_lock_2_cs lock_2_cs = { .p = p };
		if (rcl_tryexec(take_mutex(l), both_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs)) < 0) {
			lock_take_busy(l, "in both", 1);
			rcl_exec_anon(take_mutex(l), both_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
		}
	}
	a->sum += *r;
	return 0;
}

static int both(struct account *a, int n)
{
	int r = 0;

	struct both_lock_1_cs cs = { .a = a, .n = n, .r = &r };
	if (rcl_tryexec(take_mutex(&a->lock), both_lock_1_cs, &cs, sizeof(cs)) < 0) {
		lock_take_busy(&a->lock, "both", 1);
		rcl_exec_anon(take_mutex(&a->lock), both_lock_1_cs, &cs, sizeof(cs));
	}
	return r;
}

static int fails(int n)
{
	if (take_or_fail(&stats) != 0)
		return -1;
	total += n;
	lock_give(&stats);
	return 0;
}

struct ignores_cs {  /* stats.m, in.c:118-120 */
	int n;       /* in */
};

static int ignores_cs(void *ctx)
{
	struct ignores_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void ignores(int n)
{
	struct ignores_cs cs = { .n = n };
	if (rcl_tryexec(take_or_fail_mutex(&stats), ignores_cs, &cs, sizeof(cs)) < 0) {
		take_or_fail_busy(&stats);
		rcl_exec_anon(take_or_fail_mutex(&stats), ignores_cs, &cs, sizeof(cs));
	}
}

struct counted_cs {  /* stats.m, in.c:125-127 */
	int n;       /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int n = cs->n;

	take_and_count_held();
	total += n;
	return 0;
}

static void counted(int n)
{
	struct counted_cs cs = { .n = n };
	if (rcl_tryexec(take_and_count_mutex(&stats), counted_cs, &cs, sizeof(cs)) < 0) {
		take_and_count_busy(&stats);
		rcl_exec_anon(take_and_count_mutex(&stats), counted_cs, &cs, sizeof(cs));
	}
}

static int moves(struct account *a, int n)
{
	int i = 0;

	lock_take(&a[i++].lock, "moves", 1);
	a->sum += n;
	lock_give(&a->lock);
	return i;
}

struct again_lock_1_cs {    /* a->lock.m, in.c:142-144 */
	struct account *a;  /* in */
	int n;              /* in */
};

static int again_lock_1_cs(void *ctx)
{
	struct again_lock_1_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;

	a->sum += n;
	return 0;
}

struct again_lock_2_cs {    /* a->lock.m, in.c:146-148 */
	struct account *a;  /* in */
	int n;              /* in */
};

static int again_lock_2_cs(void *ctx)
{
	struct again_lock_2_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;

	a->sum += n;
	return 0;
}

static int again(struct account *a, int n)
{
	struct again_lock_1_cs cs = { .a = a, .n = n };
	if (rcl_tryexec(take_mutex(&a->lock), again_lock_1_cs, &cs, sizeof(cs)) < 0) {
		lock_take_busy(&a->lock, "again", 1);
		rcl_exec_anon(take_mutex(&a->lock), again_lock_1_cs, &cs, sizeof(cs));
	}
	n += printf("between\n");
	struct again_lock_2_cs lock_2_cs = { .a = a, .n = n };
	if (rcl_tryexec(take_mutex(&a->lock), again_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs)) < 0) {
		lock_take_busy(&a->lock, "again", 2);
		rcl_exec_anon(take_mutex(&a->lock), again_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	}
	return n;
}

/* gate, in.c:157-160 */
static int holder_cs(void *ctx)
{
	state = 1;
	rcl_cond_signal(&go);
	return 0;
}

static void *holder(void *arg)
{
	struct lock *l = arg;

	rcl_lock(&l->m);
	rcl_exec_anon(&gate, holder_cs, NULL, 0);
	while (!__atomic_load_n(&asked, __ATOMIC_ACQUIRE))
		sched_yield();
	rcl_unlock(&l->m);
	return NULL;
}

/* gate, in.c:172-175 */
static int held_cs(void *ctx)
{
	if (!state)
		return rcl_wait(&go, &gate);
	return 0;
}

static void held(pthread_t *t, struct lock *l)
{
	state = 0;
	let_go(0);
	pthread_create(t, NULL, holder, l);
	rcl_exec_waiting(&gate, held_cs, NULL, 0);
}

#define WAITING(l, call) do { pthread_t t; held(&t, l); call; pthread_join(t, NULL); } while (0)

int main(void)
{
	int r = 0;

	deposit(&first, 4);
	WAITING(&first.lock, deposit(&first, 4));
	printf("%d %lu %s\n", first.sum, first.lock.contended, first.lock.where);
	WAITING(&first.lock, r = withdraw(&first, 3));
	printf("%d %d %lu %s\n", r, first.sum, first.lock.contended, first.lock.where);
	printf("%d\n", withdraw(&first, 300));
	WAITING(&stats, r = both(&first, 3));
	printf("%d %d %lu %s\n", r, first.sum, stats.contended, stats.where);
	WAITING(&stats, r = fails(3));
	WAITING(&stats, ignores(3));
	WAITING(&stats, counted(3));
	WAITING(&first.lock, r += moves(&first, 3));
	WAITING(&first.lock, r += again(&first, 3));
	printf("%d %d %d %d %lu %lu\n", r, total, taken, first.sum, stats.contended, first.lock.contended);
	return 0;
}
