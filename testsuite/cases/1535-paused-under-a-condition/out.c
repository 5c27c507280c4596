/* A lock that is taken under a condition, given back and taken again for a while, perhaps in a loop. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, pending, threadsafe;

static void work(void)
{
	if (pending > 0)
		pending--;
}

struct drain_cs {    /* lock, in.c:18-31 */
	int n;       /* in */
	int rounds;  /* in-out */
	int at;      /* where it goes on */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	int n = cs->n;
	int rounds = cs->rounds;

	if (cs->at == 1)
		goto at_1;

	while (pending > 0) {
		total += n;
		rounds++;
		cs->rounds = rounds;
		cs->at = 1;
		return 1;
		at_1: ;
	}
	total++;
	cs->rounds = rounds;
	return 0;
}

static int drain(int n)
{
	int rounds = 0;

	struct drain_cs cs = { .n = n, .rounds = rounds, .at = 0 };
	int way;

	while ((way = threadsafe
			? rcl_exec_anon(&lock, drain_cs, &cs, sizeof(cs))
			: drain_cs(&cs)) == 1) {
		work();
	}
	rounds = cs.rounds;
	return rounds;
}

struct once_lock_1_cs {  /* lock, in.c:37-41 */
	int n;           /* in */
};

static int once_lock_1_cs(void *ctx)
{
	struct once_lock_1_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

struct once_lock_2_cs {  /* lock, in.c:43-47 */
	int n;           /* in */
};

static int once_lock_2_cs(void *ctx)
{
	struct once_lock_2_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int once(int n)
{
	struct once_lock_1_cs cs = { .n = n };
	if (threadsafe)
		rcl_exec_anon(&lock, once_lock_1_cs, &cs, sizeof(cs));
	else
		once_lock_1_cs(&cs);
	work();
	struct once_lock_2_cs lock_2_cs = { .n = n };
	if (threadsafe)
		rcl_exec_anon(&lock, once_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	else
		once_lock_2_cs(&lock_2_cs);
	return n;
}

struct leaves_cs {  /* lock, in.c:54-74 */
	int n;      /* in */
	int at;     /* where it goes on */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 2)
		goto at_2;

	for (;;) {
		total += n;
		if (total > 100)
			break;
		if (total > 50) {
			return 1;
		}
		cs->at = 2;
		return 2;
		at_2: ;
	}
	return 0;
}

/* it is left in the pause, too */
static int leaves(int n)
{
	struct leaves_cs cs = { .n = n, .at = 0 };
	int way;

	while ((way = threadsafe
			? rcl_exec_anon(&lock, leaves_cs, &cs, sizeof(cs))
			: leaves_cs(&cs)) == 2) {
		work();
		if (pending == 1)
			return 0;
	}
	if (way == 1)
		return -1;
	return n;
}

struct pauses_lock_1_cs {  /* lock, in.c:81-85 */
	int n;             /* in */
};

static int pauses_lock_1_cs(void *ctx)
{
	struct pauses_lock_1_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

struct pauses_lock_2_cs {  /* lock, in.c:87-93 */
	int n;             /* in */
};

static int pauses_lock_2_cs(void *ctx)
{
	struct pauses_lock_2_cs *cs = ctx;
	int n = cs->n;

	total -= n;
	if (total < 0)
		total = 0;
	return 0;
}

/* two sections */
static void pauses(int n)
{
	struct pauses_lock_1_cs cs = { .n = n };
	if (threadsafe)
		rcl_exec_anon(&lock, pauses_lock_1_cs, &cs, sizeof(cs));
	else
		pauses_lock_1_cs(&cs);
	threadsafe = !threadsafe;
	struct pauses_lock_2_cs lock_2_cs = { .n = n };
	if (threadsafe)
		rcl_exec_anon(&lock, pauses_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	else
		pauses_lock_2_cs(&lock_2_cs);
}

/* taken again in any case */
static int always(int n)
{
	if (threadsafe)
		rcl_lock(&lock);
	while (pending > 0) {
		total += n;
		if (threadsafe)
			rcl_unlock(&lock);
		work();
		rcl_lock(&lock);
	}
	rcl_unlock(&lock);
	return n;
}

struct endless_cs {  /* lock, in.c:115-123 */
	void *step;  /* in */
	int at;      /* where it goes on */
};

static int endless_cs(void *ctx)
{
	struct endless_cs *cs = ctx;
	void *step = cs->step;

	if (cs->at == 1)
		goto at_1;

	for (;;) {
		total += *(int *)step;
		cs->at = 1;
		return 1;
		at_1: ;
	}
}

/* which never ends */
static void *endless(void *step)
{
	struct endless_cs cs = { .step = step, .at = 0 };
	for (;;) {
		if (threadsafe)
			rcl_exec_anon(&lock, endless_cs, &cs, sizeof(cs));
		else
			endless_cs(&cs);
		work();
	}
	return NULL;
}

struct serves_cs {  /* lock, in.c:133-146 */
	int n;      /* in-out */
	int at;     /* where it goes on */
};

static int serves_cs(void *ctx)
{
	struct serves_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 2)
		goto at_2;

	for (;;) {
		total += n;
		if (n-- == 0) {
			return 1;
		}
		cs->n = n;
		cs->at = 2;
		return 2;
		at_2: ;
	}
}

/* for a thread */
static void *serves(void *rounds)
{
	int n = *(int *)rounds;

	struct serves_cs cs = { .n = n, .at = 0 };
	int way;

	while ((way = threadsafe
			? rcl_exec_anon(&lock, serves_cs, &cs, sizeof(cs))
			: serves_cs(&cs)) == 2) {
		work();
	}
	return NULL;
}

int main(void)
{
	int rounds = 3;

	pending = 3;
	printf("%d %d\n", drain(1), once(2));
	threadsafe = 1;
	pending = 2;
	printf("%d %d\n", drain(1), once(2));
	pending = 3;
	printf("%d", leaves(9));
	threadsafe = 0;
	printf(" %d\n", leaves(9));
	pauses(2);
	pauses(3);
	threadsafe = 1;
	printf("%d\n", always(0));
	threadsafe = 0;
	serves(&rounds);
	threadsafe = 1;
	serves(&rounds);
	if (total > 1000)
		endless(&rounds);
	printf("%d\n", total);
	return 0;
}
