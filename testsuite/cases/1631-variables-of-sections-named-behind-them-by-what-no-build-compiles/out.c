/* What a section declares, and code names behind it that no build compiles: that code must have it, not the file's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long spare = 100, sum;

struct add_cs {      /* lock, in.c:10-13 */
	int n;       /* in */
	long spare;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	long spare = -n;
	sum += n;
	cs->spare = spare;
	return 0;
}

static void add(int n)
{
	long spare;
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	spare = cs.spare;
	(void)spare;
#ifdef TRACING
	spare += 7;
	printf("add %ld\n", spare);
#endif
}

struct add_twice_lock_2_cs {  /* lock, in.c:29-32 */
	int n;                /* in */
	int i;                /* in */
	long spare;           /* out */
};

static int add_twice_lock_2_cs(void *ctx)
{
	struct add_twice_lock_2_cs *cs = ctx;
	int n = cs->n;
	int i = cs->i;
	long spare = -n;
	sum += i;
	cs->spare = spare;
	return 0;
}

struct add_twice_lock_1_cs {  /* lock, in.c:23-41 */
	int n;                /* in */
	int i;                /* out */
	int at;               /* where it goes on */
};

static int add_twice_lock_1_cs(void *ctx)
{
	struct add_twice_lock_1_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	sum += n;
	{
		for (int i = 0; i < 2; i++) {
			cs->i = i;
			cs->at = 1;
			return 1;
			at_1:
			i = cs->i;
		}
	}
	return 0;
}

/* its client declares what belongs to the inner section, in the part that executes without the lock */
static void add_twice(int n)
{
	struct add_twice_lock_1_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, add_twice_lock_1_cs, &cs, sizeof(cs)) == 1) {
		int i = cs.i;
		n++;
		long spare;
		struct add_twice_lock_2_cs lock_2_cs = { .n = n, .i = i };
		rcl_exec_anon(&lock, add_twice_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
		spare = lock_2_cs.spare;
		(void)spare;
		n += 2;
#ifdef TRACING
		spare += 7;
		printf("add_twice %ld\n", spare);
#endif
		cs.n = n;
	}
}

struct add_up_cs {   /* lock, in.c:49-59 */
	long limit;  /* in */
	long step;   /* in */
	long steps;  /* in-out */
	int at;      /* where it goes on */
};

static int add_up_cs(void *ctx)
{
	struct add_up_cs *cs = ctx;
	long limit = cs->limit;
	long step = cs->step;
	long steps = cs->steps;

	if (cs->at == 1) {
		goto at_1;
	}

	while (sum < limit) {
		sum += step;
		steps++;
		cs->steps = steps;
		cs->at = 1;
		return 1;
		at_1: ;
	}
	cs->steps = steps;
	return 0;
}

/* what such code changes while the lock is released, the section goes on with */
static long add_up(long limit)
{
	long step = 1, steps = 0;

	struct add_up_cs cs = { .limit = limit, .step = step, .steps = steps, .at = 0 };
	while (rcl_exec_anon(&lock, add_up_cs, &cs, sizeof(cs)) == 1) {
#ifdef FASTER
		step *= 2;
#endif
		cs.step = step;
	}
	steps = cs.steps;
	return steps;
}

struct note_cs {  /* lock, in.c:66-69 */
	int n;    /* in */
};

static int note_cs(void *ctx)
{
	struct note_cs *cs = ctx;
	int n = cs->n;
	long spare = -n, left = n;
	sum += spare + left;
	return 0;
}

/* a field, and a variable that such code declares itself, are others */
static void note(int n)
{
	struct note_cs cs = { .n = n };
	rcl_exec_anon(&lock, note_cs, &cs, sizeof(cs));
#ifdef TRACING
	struct { long spare; } note = { .spare = n };
	{
		long left = note.spare;
		printf("note %ld\n", left);
	}
#endif
}

int main(void)
{
	add(1);
	add_twice(2);
	note(3);
	printf("%ld steps, %ld %ld\n", add_up(100), sum, spare);
	return 0;
}
