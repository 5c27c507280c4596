/* What follows in the branch of an attempt that has failed, behind the acquisition there, is the section's. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <time.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t filled = RCL_COND_INITIALIZER;
static unsigned long contended, total, slow;
static long spent;
static int hold;

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

struct add_cs {      /* lock, in.c:23-32 */
	int n;       /* in */
	int waited;  /* the lock was not free */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (cs->waited) {
		contended++;
	}
	if (n < 0) {
		return 1;
	}
	total += n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n, .waited = 0 };
	int way = rcl_tryexec(&lock, add_cs, &cs, sizeof(cs));

	if (way < 0) {
		cs.waited = 1;
		way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	}
	if (way == 1)
		return -1;
	return 0;
}

struct timed_cs {            /* lock, in.c:38-49 */
	int n;               /* in */
	long before;         /* in */
	struct timespec *t;  /* by reference */
	int waited;          /* the lock was not free */
};

static int timed_cs(void *ctx)
{
	struct timed_cs *cs = ctx;
	int n = cs->n;
	long before = cs->before;
	struct timespec *t = cs->t;

	if (cs->waited) { /* for it */
		spent += now() - before;
		slow += t->tv_sec > 0;
	}
	total += n;
	return 0;
}

static void timed(int n)
{
	struct timed_cs cs = { .n = n, .waited = 0 };
	if (rcl_tryexec(&lock, timed_cs, &cs, sizeof(cs)) < 0) {
		long before = now();
		struct timespec t;

		clock_gettime(CLOCK_MONOTONIC, &t);
		/* wait */
		cs.before = before;
		cs.t = &t;
		cs.waited = 1;
		rcl_exec_errno(&lock, timed_cs, &cs, sizeof(cs));
	}
}

struct leaves_cs {        /* lock, in.c:56-66 */
	int n;            /* in */
	int waited;       /* in-out */
	int sum;          /* out */
	int had_to_wait;  /* the lock was not free */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	int n = cs->n;
	int waited = cs->waited;
	int sum;

	if (cs->had_to_wait) {
		waited++;
		if (n > 1000) {
			return 1;
		}
	}
	total += n + waited;
	sum = (int)total;
	cs->waited = waited;
	cs->sum = sum;
	return 0;
}

static int leaves(int n)
{
	int waited = 0, sum;

	struct leaves_cs cs = { .n = n, .waited = waited, .had_to_wait = 0 };
	int way = rcl_tryexec(&lock, leaves_cs, &cs, sizeof(cs));

	if (way < 0) {
		cs.had_to_wait = 1;
		way = rcl_exec_anon(&lock, leaves_cs, &cs, sizeof(cs));
	}
	if (way == 1)
		return 7;
	waited = cs.waited;
	sum = cs.sum;
	return waited * 0 + (sum < 0);
}

struct waits_cs {    /* lock, in.c:72-79 */
	int n;       /* in */
	int waited;  /* the lock was not free */
	int at;      /* where it goes on */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1)
		goto at_1;

	if (cs->waited) {
		contended++;
	}
	while (hold) {
		cs->at = 1;
		return rcl_wait(&filled, &lock);
		at_1: ;
	}
	total += n;
	return 0;
}

static void waits(int n)
{
	struct waits_cs cs = { .n = n, .waited = 0, .at = 0 };
	if (rcl_tryexec(&lock, waits_cs, &cs, sizeof(cs)) < 0) {
		cs.waited = 1;
		rcl_exec_waiting(&lock, waits_cs, &cs, sizeof(cs));
	}
}

struct sums_cs {     /* lock, in.c:88-103 */
	int sum;     /* in-out */
	int waited;  /* the lock was not free */
};

static int sums_cs(void *ctx)
{
	struct sums_cs *cs = ctx;
	int sum = cs->sum;

	if (cs->waited) {
		contended++;
	}
	sum += (int)(total % 2);
	cs->sum = sum;
	return RCL_KEEP;
}

static int sums(int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++) {
		long began;
		struct sums_cs cs = { .sum = sum, .waited = 0 };
		int busy = -rcl_tryexec(&lock, sums_cs, &cs, sizeof(cs));
		if (busy)
		{
			began = now();
			cs.waited = 1;
			rcl_exec_anon(&lock, sums_cs, &cs, sizeof(cs));
		}
		sum = cs.sum;
		if (busy)
			spent += now() - began;
		if (sum < 0) {
			rcl_unlock(&lock);
			break;
		}
		rcl_unlock(&lock);
	}
	return sum;
}

struct keeps_cs {  /* lock, in.c:111-114 */
	int n;     /* in */
};

static int keeps_cs(void *ctx)
{
	struct keeps_cs *cs = ctx;
	int n = cs->n;

	contended++;
	if (n < 0)
		return RCL_KEEP | 1;
	return RCL_KEEP;
}

static int keeps(int n)
{
	if (rcl_trylock(&lock)) {
		struct keeps_cs cs = { .n = n };
		if (rcl_exec_anon(&lock, keeps_cs, &cs, sizeof(cs)) == 1)
			return -1;
	}
	total += n;
	return 1;
}

static int names(int n)
{
	if (rcl_trylock(&lock)) {
		int n = 5;

		rcl_lock(&lock);
		contended += n;
		if (n < 0) {
			rcl_unlock(&lock);
			return n;
		}
	}
	total += n;
	rcl_unlock(&lock);
	return n;
}

static int told(int n)
{
	if (rcl_trylock(&lock)) {
		int before = n * 2;

		rcl_lock(&lock);
		if (n > 1000) {
			rcl_unlock(&lock);
			return before;
		}
	}
	total += n;
	rcl_unlock(&lock);
	return n;
}

static void *run(void *arg)
{
	int i, n = 0;

	for (i = 0; i < 1000; i++) {
		n += add(i % 2);
		timed(1);
		n += leaves(1);
		waits(1);
		n += sums(2) < 0;
		if (keeps(1) < 2)
			rcl_unlock(&lock);
		n += names(0) + told(0);
	}
	*(int *)arg = n;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int n[2], i;

	printf("%d %d\n", add(3), add(-1));
	timed(5);
	waits(1);
	printf("%d %d %d\n", leaves(4), names(1), told(2));
	printf("%lu %lu %lu\n", total, contended, slow);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, &n[i]);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d\n", n[0], n[1], (int)(total - contended * 0) > 9000);
	return spent < 0;
}
