/* Lock functions that do something before they take the lock: their callers' clients do that before the sections. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct lock {
	pthread_mutex_t m;
	int waiters;
	long asked;
	const char *where;
};

struct account {
	struct lock lock;
	int sum;
};

static struct account first = { { PTHREAD_MUTEX_INITIALIZER, 0, 0, "" }, 5 };
static struct lock stats = { PTHREAD_MUTEX_INITIALIZER, 0, 0, "" };
static struct lock spare = { PTHREAD_MUTEX_INITIALIZER, 0, 0, "" };
static struct lock *current = &stats;
static int total, traced, longest;
static char trace[4096];

static void say(const char *what, const char *where)
{
	static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&own);
	if (traced < 12) {
		strcat(trace, what);
		strcat(trace, where);
		traced++;
	}
	pthread_mutex_unlock(&own);
}

/* counts those who wait */
static inline void lock(struct lock *a)
{
	__atomic_add_fetch(&a->waiters, 1, __ATOMIC_RELAXED);
	pthread_mutex_lock(&a->m);
	__atomic_sub_fetch(&a->waiters, 1, __ATOMIC_RELAXED);
}

static inline void unlock(struct lock *a)
{
	pthread_mutex_unlock(&a->m);
}

/* says what it does */
static void lock_traced(struct lock *a, const char *where)
{
	struct lock *l = a;
	const char *said = where[0] ? where : "?";

	say(" wants:", said);
	l->where = said; /* any of them will do */
	pthread_mutex_lock(&l->m);
}

static int lockChecked(struct lock *a)
{
	__atomic_add_fetch(&a->asked, 1, __ATOMIC_RELAXED);
	return pthread_mutex_lock(&a->m);
}

/* leads elsewhere before it takes what it is given */
static void lock_next(struct lock *a)
{
	current = current == &stats ? &spare : &stats;
	pthread_mutex_lock(&a->m);
}

/* how long it took is known behind the lock call only */
static void lock_timed(struct lock *a)
{
	int before = a->waiters;

	say(" times", "");
	pthread_mutex_lock(&a->m);
	longest += a->waiters - before;
}

#define LOCK(l) lock_traced(l, __func__)

static void deposit(struct account *a, int n)
{
	lock(&a->lock);
	a->sum += n;
	unlock(&a->lock);
}

static int withdraw(struct account *a, int n)
{
	LOCK(&a->lock);
	if (a->sum < n) {
		unlock(&a->lock);
		return -1;
	}
	a->sum -= n;
	unlock(&a->lock);
	return n;
}

static int both(struct account *a, int n)
{
	int i, r = 0;

	lock(&a->lock);
	for (i = 0; i < n; i++) {
		lock_traced(&stats, "both");
		r += total++;
		unlock(&stats);
	}
	a->sum += r;
	unlock(&a->lock);
	return r;
}

static int checked(int n)
{
	if (lockChecked(&stats) != 0)
		return -1;
	total += n;
	unlock(&stats);
	return 0;
}

static void ignored(int n)
{
	lockChecked(&stats);
	total += n;
	unlock(&stats);
}

static void never_fails(int n)
{
	if (lockChecked(&stats) == 0) {
		total += n;
		unlock(&stats);
	}
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

static void staying(int n)
{
	struct lock *l = current;

	lock_next(l);
	total += n;
	unlock(l);
}

static void timed(int n)
{
	lock_timed(&stats);
	total += n;
	unlock(&stats);
}

static void twice(struct account *a, int n)
{
	lock(&a->lock);
	a->sum += n;
	unlock(&a->lock);
	say(" between", "");
	lock(&a->lock);
	a->sum -= n;
	unlock(&a->lock);
}

static int chosen(struct account *a, int n)
{
	switch (n & 1) {
	case 0:
		lock(&a->lock);
		n = a->sum;
		unlock(&a->lock);
		break;
	default:
		lock_traced(&a->lock, "");
		n += a->sum;
		unlock(&a->lock);
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
