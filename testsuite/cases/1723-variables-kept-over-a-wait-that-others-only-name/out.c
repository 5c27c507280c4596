#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <time.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_cond_t c = RCL_COND_INITIALIZER;
static int total, ready, rounds;
static unsigned long sized;

static void give(int *n)
{
	*n = 3;
}

/* m, in.c:20-23 */
static int waker_cs(void *ctx)
{
	ready = 1;
	rcl_cond_broadcast(&c);
	return 0;
}

static void *waker(void *unused)
{
	const struct timespec moment = { 0, 100000 };

	for (int i = 0; i < 400; i++) {
		rcl_exec_anon(&m, waker_cs, NULL, 0);
		nanosleep(&moment, NULL);
	}
	return unused;
}

struct size_behind_cs {  /* m, in.c:32-41 */
	int n;           /* in */
	int i;           /* out */
	int at;          /* where it goes on */
};

static int size_behind_cs(void *ctx)
{
	struct size_behind_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}
	int i = 0;
	while (i++ < 2) {
		while (!ready) {
			cs->i = i;
			cs->at = 1;
			return rcl_wait(&c, &m);
			at_1:
			i = cs->i;
		}
		ready = 0;
		total += n;
	}
	total += i;
	return 0;
}

/* What follows the section only asks for the variable's size. */
static void size_behind(int n)
{
	int i;
	struct size_behind_cs cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&m, size_behind_cs, &cs, sizeof(cs));
	sized += sizeof(i);
}

struct size_behind_a_pause_cs {  /* m, in.c:48-57 */
	int n;                   /* in */
	int i;                   /* out */
	int at;                  /* where it goes on */
};

static int size_behind_a_pause_cs(void *ctx)
{
	struct size_behind_a_pause_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}
	int i = 0;
	while (i++ < 2) {
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		i = cs->i;
		total += n;
	}
	total += i;
	return 0;
}

/* The lock is released in a round, without a wait. */
static void size_behind_a_pause(int n)
{
	int i;
	struct size_behind_a_pause_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&m, size_behind_a_pause_cs, &cs, sizeof(cs)) == 1) {
		rounds++;
	}
	sized += sizeof(i);
}

struct set_behind_cs {  /* m, in.c:64-73 */
	int n;          /* in */
	int i;          /* out */
	int at;         /* where it goes on */
};

static int set_behind_cs(void *ctx)
{
	struct set_behind_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}
	int i = 0;
	while (i++ < 2) {
		while (!ready) {
			cs->i = i;
			cs->at = 1;
			return rcl_wait(&c, &m);
			at_1:
			i = cs->i;
		}
		ready = 0;
		total += n;
	}
	total += i;
	return 0;
}

/* It gets another value there before it is read. */
static void set_behind(int n)
{
	int i;
	struct set_behind_cs cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&m, set_behind_cs, &cs, sizeof(cs));
	i = n;
	rounds += i;
}

struct given_behind_cs {  /* m, in.c:81-90 */
	int n;            /* in */
	int i;            /* out */
	int at;           /* where it goes on */
};

static int given_behind_cs(void *ctx)
{
	struct given_behind_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}
	int i = 0;
	while (i++ < 2) {
		while (!ready) {
			cs->i = i;
			cs->at = 1;
			return rcl_wait(&c, &m);
			at_1:
			i = cs->i;
		}
		ready = 0;
		total += n;
	}
	total += i;
	cs->i = i;
	return 0;
}

/* So it does by its address. */
static void given_behind(int n)
{
	int i;
	struct given_behind_cs cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&m, given_behind_cs, &cs, sizeof(cs));
	i = cs.i;
	give(&i);
	rounds += i;
}

struct size_in_a_tail_cs {  /* m, in.c:98-110 */
	int n;              /* in */
	int i;              /* out */
	int at;             /* where it goes on */
};

static int size_in_a_tail_cs(void *ctx)
{
	struct size_in_a_tail_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 2) {
		goto at_2;
	}
	int i = 0;
	while (i++ < 2) {
		while (!ready) {
			cs->i = i;
			cs->at = 2;
			return rcl_wait(&c, &m);
			at_2:
			i = cs->i;
		}
		ready = 0;
		if (total < n) {
			return 1;
		}
		total += i;
	}
	return 0;
}

/* A way out asks for its size. */
static int size_in_a_tail(int n)
{
	struct size_in_a_tail_cs cs = { .n = n, .at = 0 };
	if (rcl_exec_waiting(&m, size_in_a_tail_cs, &cs, sizeof(cs)) == 1) {
		int i;
		return (int)sizeof(i);
	}
	return 0;
}

int main(void)
{
	pthread_t thread;
	int last;

	pthread_create(&thread, NULL, waker, NULL);
	size_behind(1);
	size_behind_a_pause(2);
	set_behind(3);
	given_behind(4);
	last = size_in_a_tail(5);
	last += size_in_a_tail(5000);
	pthread_join(thread, NULL);
	printf("%d %d %lu %d\n", total, rounds, sized, last);
	return 0;
}
