/* Locks that are tried before a thread waits for them, to count, and locks that each branch of an if takes. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t filled = RCL_COND_INITIALIZER;
static unsigned long contended, total, slow;
static int hold;

struct add_cs {  /* lock, in.c:14-23 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (n < 0) {
		return 1;
	}
	total += n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	int way = rcl_tryexec(&lock, add_cs, &cs, sizeof(cs));

	if (way < 0) {
		contended++;
		way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	}
	if (way == 1)
		return -1;
	return 0;
}

struct busy_cs {     /* lock, in.c:32-41 */
	int n;       /* in */
	int waited;  /* in */
	int before;  /* in */
	int sum;     /* out */
};

static int busy_cs(void *ctx)
{
	struct busy_cs *cs = ctx;
	int n = cs->n;
	int waited = cs->waited;
	int before = cs->before;
	int sum;

	slow += waited;
	total += n - before;
	sum = waited + (int)(total % 2);
	cs->sum = sum;
	return 0;
}

static int busy(int n)
{
	int waited = 0, before = 0;
	int sum;

	struct busy_cs cs = { .n = n, .waited = waited, .before = before };
	if (rcl_tryexec(&lock, busy_cs, &cs, sizeof(cs)) < 0) {
		/* somebody else has it */
		waited = 1;
		before = n;
		cs.waited = waited;
		cs.before = before;
		rcl_exec_anon(&lock, busy_cs, &cs, sizeof(cs));
	}
	sum = cs.sum;
	return sum + waited;
}

struct bare_cs {  /* lock, in.c:47-51 */
	int n;    /* in-out */
};

static int bare_cs(void *ctx)
{
	struct bare_cs *cs = ctx;
	int n = cs->n;

	total += n;
	n = total > 5;
	cs->n = n;
	return 0;
}

static int bare(int n)
{
	struct bare_cs cs = { .n = n };
	if (rcl_tryexec(&lock, bare_cs, &cs, sizeof(cs)) < 0)
		rcl_exec_anon(&lock, bare_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct kept_cs {  /* lock, in.c:57-64 */
	int n;    /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int kept(int n)
{
	struct kept_cs cs = { .n = n };
	int rc = -rcl_tryexec(&lock, kept_cs, &cs, sizeof(cs));
	if (rc != 0) {
		slow++;
		rcl_exec_anon(&lock, kept_cs, &cs, sizeof(cs));
	}
	return rc;
}

struct gives_up_cs {  /* lock, in.c:70-81 */
	int n;        /* in */
};

static int gives_up_cs(void *ctx)
{
	struct gives_up_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int gives_up(int n, int patience)
{
	struct gives_up_cs cs = { .n = n };
	if (rcl_tryexec(&lock, gives_up_cs, &cs, sizeof(cs)) < 0) {
		if (patience == 0)
			return EBUSY;
		slow++;
		if (patience > 5) {
			rcl_exec_anon(&lock, gives_up_cs, &cs, sizeof(cs));
		} else {
			rcl_exec_anon(&lock, gives_up_cs, &cs, sizeof(cs));
		}
	}
	return 0;
}

struct waits_cs {  /* lock, in.c:87-94 */
	int n;     /* in */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	int n = cs->n;

	if (hold)
		return rcl_wait(&filled, &lock);
	total += n;
	return 0;
}

static void waits(int n)
{
	struct waits_cs cs = { .n = n };
	if (rcl_tryexec(&lock, waits_cs, &cs, sizeof(cs)) < 0) {
		slow++;
		rcl_exec_waiting(&lock, waits_cs, &cs, sizeof(cs));
	}
}

struct branches_cs {  /* lock, in.c:101-115 */
	int n;        /* in */
	int how;      /* in */
};

static int branches_cs(void *ctx)
{
	struct branches_cs *cs = ctx;
	int n = cs->n;
	int how = cs->how;

	total += how;
	if (n == 0) {
		return 1;
	}
	total += n;
	return 0;
}

static int branches(int quiet, int n)
{
	int how;

	struct branches_cs cs = { .n = n };
	int way;

	if (quiet) {
		how = 1;
		cs.how = how;
		way = rcl_exec_anon(&lock, branches_cs, &cs, sizeof(cs));
	} else {
		how = 2;
		printf("taking it\n");
		cs.how = how;
		way = rcl_exec_anon(&lock, branches_cs, &cs, sizeof(cs));
	}

	if (way == 1)
		return how;
	return -how;
}

struct chain_cs {  /* lock, in.c:121-131 */
	int way;   /* in */
};

static int chain_cs(void *ctx)
{
	struct chain_cs *cs = ctx;
	int way = cs->way;

	total += way;
	return 0;
}

static void chain(int way)
{
	struct chain_cs cs = { .way = way };
	if (way == 0) {
		rcl_exec_anon(&lock, chain_cs, &cs, sizeof(cs));
	} else if (way == 1) {
		rcl_exec_anon(&lock, chain_cs, &cs, sizeof(cs));
	} else {
		if (way > 5)
			exit(1);
		rcl_exec_anon(&lock, chain_cs, &cs, sizeof(cs));
	}
}

static void *run(void *arg)
{
	int i, n = 0;

	for (i = 0; i < 1000; i++) {
		add(i % 3 - 1);
		busy(i);
		n += bare(1) * 0;
		n += kept(2) * 0 + gives_up(1, 3) + gives_up(2, 9);
		waits(1);
		chain(i % 3);
	}
	*(int *)arg = n;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int n[2], i;

	printf("%d %d\n", add(3), add(-1));
	printf("%d %d %d\n", busy(4), bare(1), kept(2));
	printf("%d %d %d\n", branches(1, 0), branches(0, 2), branches(1, 5));
	printf("%lu %lu %lu\n", total, contended, slow);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, &n[i]);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d\n", n[0], n[1], total > 5000);
	return 0;
}
