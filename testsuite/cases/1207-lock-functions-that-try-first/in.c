/* Lock functions that try first: what they do before they wait, their callers' clients do. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

struct lock {
	pthread_mutex_t m;
	unsigned long contended;
	const char *where;
};

struct account {
	struct lock lock;
	int sum;
};

static struct lock stats = { PTHREAD_MUTEX_INITIALIZER, 0, "" };
static struct account first = { { PTHREAD_MUTEX_INITIALIZER, 0, "" }, 5 };
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int state, asked, total, taken;

/* for the thread that holds it */
static void let_go(int now)
{
	__atomic_store_n(&asked, now, __ATOMIC_RELEASE);
}

/* takes a lock, and counts where it has to wait for it */
static void lock_take(struct lock *l, const char *where, int line)
{
	if (pthread_mutex_trylock(&l->m) == EBUSY) {
		int at = line > 0;

		__atomic_add_fetch(&l->contended, at, __ATOMIC_RELAXED);
		l->where = where; /* nearly right */
		let_go(1);
		pthread_mutex_lock(&l->m);
	}
}

static void lock_give(struct lock *l)
{
	pthread_mutex_unlock(&l->m);
}

static int take_or_fail(struct lock *l)
{
	if (pthread_mutex_trylock(&l->m)) {
		l->contended++;
		let_go(1);
		pthread_mutex_lock(&l->m);
	}
	return 0;
}

static void take_and_count(struct lock *l)
{
	if (pthread_mutex_trylock(&l->m)) {
		l->contended++;
		let_go(1);
		pthread_mutex_lock(&l->m);
	}
	taken++;
}

#define LOCK(l) lock_take(l, __func__, __LINE__)

static void deposit(struct account *a, int n)
{
	lock_take(&a->lock, "deposit", 1);
	a->sum += n;
	lock_give(&a->lock);
}

static int withdraw(struct account *a, int n)
{
	LOCK(&a->lock);
	if (a->sum < n) {
		lock_give(&a->lock);
		return -1;
	}
	a->sum -= n;
	lock_give(&a->lock);
	return n;
}

static int both(struct account *a, int n)
{
	int i, r = 0;

	lock_take(&a->lock, "both", 1);
	for (i = 0; i < n; i++) {
		struct lock *l = &stats;
		int *p = &r;

		lock_take(l, "in both", 1);
		*p += total++;
		lock_give(l);
	}
	a->sum += r;
	lock_give(&a->lock);
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

static void ignores(int n)
{
	take_or_fail(&stats);
	total += n;
	lock_give(&stats);
}

static void counted(int n)
{
	take_and_count(&stats);
	total += n;
	lock_give(&stats);
}

static int moves(struct account *a, int n)
{
	int i = 0;

	lock_take(&a[i++].lock, "moves", 1);
	a->sum += n;
	lock_give(&a->lock);
	return i;
}

static int again(struct account *a, int n)
{
	lock_take(&a->lock, "again", 1);
	a->sum += n;
	lock_give(&a->lock);
	n += printf("between\n");
	lock_take(&a->lock, "again", 2);
	a->sum += n;
	lock_give(&a->lock);
	return n;
}

static void *holder(void *arg)
{
	struct lock *l = arg;

	pthread_mutex_lock(&l->m);
	pthread_mutex_lock(&gate);
	state = 1;
	pthread_cond_signal(&go);
	pthread_mutex_unlock(&gate);
	while (!__atomic_load_n(&asked, __ATOMIC_ACQUIRE))
		sched_yield();
	pthread_mutex_unlock(&l->m);
	return NULL;
}

static void held(pthread_t *t, struct lock *l)
{
	state = 0;
	let_go(0);
	pthread_create(t, NULL, holder, l);
	pthread_mutex_lock(&gate);
	while (!state)
		pthread_cond_wait(&go, &gate);
	pthread_mutex_unlock(&gate);
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
