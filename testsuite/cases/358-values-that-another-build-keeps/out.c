/* Here every #ifdef is built; where one is not, its variables have the values from before. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define HAVE_STEP 1
#define HAVE_COUNT 1

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int steps, failed;

static int step(void)
{
	return ++steps % 2;
}

struct inside_cs {   /* lock, in.c:21-27 */
	int status;  /* in */
};

static int inside_cs(void *ctx)
{
	struct inside_cs *cs = ctx;
	int status = cs->status;

#ifdef HAVE_STEP
	status = step();
#endif
	if (status)
		failed++;
	return 0;
}

/* Read inside alone. */
static int inside(void)
{
	int status = 0;

	struct inside_cs cs = { .status = status };
	rcl_exec_anon(&lock, inside_cs, &cs, sizeof(cs));
	return failed;
}

struct behind_cs {   /* lock, in.c:36-43 */
	int status;  /* in-out */
};

static int behind_cs(void *ctx)
{
	struct behind_cs *cs = ctx;
	int status = cs->status;

	steps++;
#ifdef HAVE_STEP
	status = step();
#else
	steps += status;
#endif
	cs->status = status;
	return 0;
}

/* Read behind it. */
static int behind(int wanted)
{
	int status = wanted;

	struct behind_cs cs = { .status = status };
	rcl_exec_anon(&lock, behind_cs, &cs, sizeof(cs));
	status = cs.status;
	return status;
}

struct between_cs {   /* lock, in.c:52-66 */
	int had;      /* out */
	int counted;  /* out */
	int status;   /* in-out */
};

static int between_cs(void *ctx)
{
	struct between_cs *cs = ctx;
	int had;
	int counted;
	int status = cs->status;

#ifdef HAVE_COUNT
	counted = steps;
#else
	counted = 0;
#endif
	had = steps;
#if defined(HAVE_STEP)
#ifdef HAVE_COUNT
	status = counted;
#endif
	if (status < 2)
		status = step();
#endif
	cs->had = had;
	cs->counted = counted;
	cs->status = status;
	return 0;
}

/* What stands between two of them is in every build, and what has no value before needs none. */
static int between(int n)
{
	int had = n, counted, status = 0;

	struct between_cs cs = { .status = status };
	rcl_exec_anon(&lock, between_cs, &cs, sizeof(cs));
	had = cs.had;
	counted = cs.counted;
	status = cs.status;
	return had + counted + status;
}

int main(void)
{
	printf("%d\n", inside());
	printf("%d\n", inside());
	printf("%d\n", behind(5));
	printf("%d\n", between(7));
	printf("%d %d\n", steps, failed);
	return 0;
}
