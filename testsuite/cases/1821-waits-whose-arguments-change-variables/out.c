/* What a wait is given is worked out when the section has put its values down, in order to return. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <time.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t more[2] = { RCL_COND_INITIALIZER, RCL_COND_INITIALIZER };
static const struct timespec past[] = { { 1, 0 }, { 2, 0 }, { 3, 0 }, { 4, 0 } };
static int shared;

struct at_the_beginning_cs {  /* lock, in.c:15-19 */
	int tries;            /* in-out */
};

static int at_the_beginning_cs(void *ctx)
{
	struct at_the_beginning_cs *cs = ctx;
	int tries = cs->tries;

	while (shared++ < 5)
		rcl_cond_timedwait(&more[0], &lock, &past[tries++ & 3]);
	shared = 0;
	cs->tries = tries;
	return 0;
}

static int at_the_beginning(int n)
{
	int tries = n;

	struct at_the_beginning_cs cs = { .tries = tries };
	rcl_exec_blocking(&lock, at_the_beginning_cs, &cs, sizeof(cs));
	tries = cs.tries;
	return tries;
}

struct in_the_middle_cs {  /* lock, in.c:27-33 */
	int tries;         /* in-out */
	int turn;          /* in-out */
};

static int in_the_middle_cs(void *ctx)
{
	struct in_the_middle_cs *cs = ctx;
	int tries = cs->tries;
	int turn = cs->turn;

	shared++;
	while (tries < 3) {
		rcl_cond_timedwait(&more[turn++ & 1], &lock, &past[0]);
		tries++;
	}
	cs->tries = tries;
	cs->turn = turn;
	return 0;
}

static int in_the_middle(int n)
{
	int tries = 0, turn = n;

	struct in_the_middle_cs cs = { .tries = tries, .turn = turn };
	rcl_exec_blocking(&lock, in_the_middle_cs, &cs, sizeof(cs));
	tries = cs.tries;
	turn = cs.turn;
	return 10 * tries + turn;
}

struct in_a_condition_cs {  /* lock, in.c:41-46 */
	int n;              /* in */
	int tries;          /* in-out */
	int late;           /* in-out */
};

static int in_a_condition_cs(void *ctx)
{
	struct in_a_condition_cs *cs = ctx;
	int n = cs->n;
	int tries = cs->tries;
	int late = cs->late;

	shared++;
	while (tries < n)
		if (rcl_cond_timedwait(&more[1], &lock, (tries++, &past[1])) != 0)
			late++;
	cs->tries = tries;
	cs->late = late;
	return 0;
}

static int in_a_condition(int n)
{
	int tries = 0, late = 0;

	struct in_a_condition_cs cs = { .n = n, .tries = tries, .late = late };
	rcl_exec_blocking(&lock, in_a_condition_cs, &cs, sizeof(cs));
	tries = cs.tries;
	late = cs.late;
	return 10 * tries + late;
}

struct as_it_is_cs {  /* lock, in.c:54-60 */
	int n;        /* in */
	int tries;    /* in-out */
	int at;       /* where it goes on */
};

static int as_it_is_cs(void *ctx)
{
	struct as_it_is_cs *cs = ctx;
	int n = cs->n;
	int tries = cs->tries;

	if (cs->at == 1) {
		goto at_1;
	}

	shared++;
	while (tries < n) {
		cs->tries = tries;
		cs->at = 1;
		return rcl_timedwait(&more[tries & 1], &lock, &past[tries & 3]);
		at_1:
		tries++;
	}
	cs->tries = tries;
	return 0;
}

static int as_it_is(int n)
{
	int tries = 0;

	struct as_it_is_cs cs = { .n = n, .tries = tries, .at = 0 };
	rcl_exec_waiting(&lock, as_it_is_cs, &cs, sizeof(cs));
	tries = cs.tries;
	return tries;
}

int main(void)
{
	printf("%d ", at_the_beginning(1));
	printf("%d ", in_the_middle(2));
	printf("%d ", in_a_condition(3));
	printf("%d %d\n", as_it_is(4), shared);
	return 0;
}
