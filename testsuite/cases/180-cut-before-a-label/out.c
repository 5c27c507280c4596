#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int left = 4, taken;

struct take_cs {     /* lock, in.c:16-29 */
	int wanted;  /* in */
	int error;   /* in-out */
	int held;    /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int wanted = cs->wanted;
	int error = cs->error;
	int held;

	held = 1;
	if (wanted > left) {
		error = -2;
		cs->error = error;
		cs->held = held;
		return RCL_KEEP | 1;
	}
	left -= wanted;
	if (wanted == 0) {
		cs->error = error;
		return 2;
	}
	taken += wanted;
	cs->error = error;
	cs->held = held;
	return RCL_KEEP;
}

/* the release at the label is for who has the lock and for who has given it back */
static int take(int wanted)
{
	int error = 0, held = 0;

	if (wanted < 0) {
		error = -1;
		goto out;
	}
	struct take_cs cs = { .wanted = wanted, .error = error };
	switch (rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs))) {
	case 1:
		error = cs.error;
		held = cs.held;
		goto out;
	case 2:
		error = cs.error;
		held = 0;
		printf("nothing\n");
		goto out;
	}
	error = cs.error;
	held = cs.held;
out:
	if (held)
		rcl_unlock(&lock);
	return error ? error : taken;
}

struct drain_cs {    /* lock, in.c:41-57 */
	int step;    /* in */
	int rounds;  /* in-out */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	int step = cs->step;
	int rounds = cs->rounds;

	rounds++;
	left -= step;
	cs->rounds = rounds;
	return RCL_KEEP;
}

/* a label that a jump backwards leads to from behind the release: it begins again */
static int drain(int step)
{
	int rounds = 0;

	struct drain_cs cs = { .step = step, .rounds = rounds };
	rcl_exec_anon(&lock, drain_cs, &cs, sizeof(cs));
	rounds = cs.rounds;
more:
	taken++;
	if (left > 0) {
		left--;
		goto more;
	}
	if (rounds < 3)
		rcl_unlock(&lock);
	if (rounds < 3) {
		rounds++;
		rcl_lock(&lock);
		goto more;
	}
	rcl_unlock(&lock);
	return rounds;
}

int main(void)
{
	int i;

	for (i = -1; i < 4; i++)
		printf("%d\n", take(i));
	printf("%d\n", take(1));
	printf("%d\n", drain(1));
	printf("%d %d\n", left, taken);
	return 0;
}
