/* The brace that closes what becomes several statements stands below where their head begins, not where it ends. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t changed = RCL_COND_INITIALIZER;
static int level = 3, users, closed;

struct await_cs {    /* lock, in.c:13-23 */
	int wanted;  /* in */
	int found;   /* out */
	int at;      /* where it goes on */
};

static int await_cs(void *ctx)
{
	struct await_cs *cs = ctx;
	int wanted = cs->wanted;
	int found;

	if (cs->at == 1) {
		goto at_1;
	}
	if (cs->at == 2) {
		goto at_2;
	}

	users++;
	while (level < wanted &&
			!closed) {
		cs->at = 1;
		return rcl_wait(&changed, &lock);
		at_1: ;
	}
	while (users > 9 &&
	       !closed) {
		cs->at = 2;
		return rcl_wait(&changed, &lock);
		at_2: ;
	}
	found = level;
	users--;
	cs->found = found;
	return 0;
}

static int await(int wanted)
{
	int found;

	struct await_cs cs = { .wanted = wanted, .at = 0 };
	rcl_exec_waiting(&lock, await_cs, &cs, sizeof(cs));
	found = cs.found;
	return found;
}

struct take_cs {     /* lock, in.c:29-39 */
	int wanted;  /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int wanted = cs->wanted;

	if (closed)
		level = 0;
	else if (level < wanted ||
			wanted < 0)
		goto failed;
	level -= wanted;
	return 1;
failed:
	return 0;
}

static int take(int wanted)
{
	struct take_cs cs = { .wanted = wanted };
	if (rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs)) == 1) {
		return wanted;
	}
	return -1;
}

struct spend_cs {    /* lock, in.c:47-57 */
	int wanted;  /* in */
	int spent;   /* in-out */
};

static int spend_cs(void *ctx)
{
	struct spend_cs *cs = ctx;
	int wanted = cs->wanted;
	int spent = cs->spent;

	for (int i = 0; i < wanted;
			i++)
		if (level == 0 ||
				closed)
			goto out;
		else
			spent += level--;
	users++;
out:
	cs->spent = spent;
	return 0;
}

static int spend(int wanted)
{
	int spent = 0;

	struct spend_cs cs = { .wanted = wanted, .spent = spent };
	rcl_exec_anon(&lock, spend_cs, &cs, sizeof(cs));
	spent = cs.spent;
	return spent;
}

int main(void)
{
	printf("%d\n", await(2));
	printf("%d\n", take(1));
	printf("%d\n", take(5));
	printf("%d\n", spend(9));
	return 0;
}
