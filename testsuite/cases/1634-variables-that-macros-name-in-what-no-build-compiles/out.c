/* What no build compiles, and assertions that are left out, call macros that name a function's variables by themselves. */
#define NDEBUG
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define IN_ORDER (low <= high)
#define SHOW() fprintf(stderr, "%ld to %ld\n", low, high)
#define CLAMP() do { if (high > LIMIT) high = LIMIT; } while (0)
#define SWAP() do { long old = low; low = high; high = old; } while (0)
#define LIMIT 100
#ifdef COUNTING
#define NOTE(x) fprintf(stderr, "%s: %ld\n", who, (x))
#define STEP() (steps++)
#else
#define NOTE(x)
#define STEP() do { } while (0)
#endif

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total, ranges;
long low = -1, high = -2;

struct add_cs {     /* lock, in.c:28-32 */
	long low;   /* in */
	long high;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long low = cs->low;
	long high = cs->high;

	assert(IN_ORDER);
	total += low;
	ranges++;
	(void)high;
	return 0;
}

/* only the assertion needs the upper end in the section */
static void add(long low, long high)
{
	struct add_cs cs = { .low = low, .high = high };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

struct count_cs {   /* lock, in.c:38-43 */
	long low;   /* in */
	long high;  /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	long low = cs->low;
	long high = cs->high;

#ifdef VERBOSE
	SHOW();
#endif
	ranges++;
	(void)low;
	(void)high;
	return 0;
}

/* only what no build compiles needs them */
static void count(long low, long high)
{
	struct count_cs cs = { .low = low, .high = high };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	printf("%ld %ld\n", low, high);
}

struct widest_cs {  /* lock, in.c:50-55 */
	long low;   /* in */
	long high;  /* in-out */
};

static int widest_cs(void *ctx)
{
	struct widest_cs *cs = ctx;
	long low = cs->low;
	long high = cs->high;

	total += high - low;
#ifdef LIMITED
	CLAMP();
#endif
	cs->high = high;
	return 0;
}

/* such code changes one of them, which the client needs afterwards */
static long widest(long low, long high)
{
	struct widest_cs cs = { .low = low, .high = high };
	rcl_exec_anon(&lock, widest_cs, &cs, sizeof(cs));
	high = cs.high;
	return high - low;
}

struct keep_cs {   /* lock, in.c:62-65 */
	long low;  /* out */
};

static int keep_cs(void *ctx)
{
	struct keep_cs *cs = ctx;
	long low = total;
	total = 0;
	cs->low = low;
	return 0;
}

/* and one that the section alone declares, named behind it */
static void keep(void)
{
	long low;
	struct keep_cs cs;
	rcl_exec_anon(&lock, keep_cs, &cs, sizeof(cs));
	low = cs.low;
	(void)low;
#ifdef VERBOSE
	SHOW();
#endif
}

struct read_range_cs {     /* lock, in.c:76-78 */
	const char *text;  /* in */
	long *low;         /* by reference */
	long *high;        /* by reference */
};

static int read_range_cs(void *ctx)
{
	struct read_range_cs *cs = ctx;
	const char *text = cs->text;
	long *low = cs->low;
	long *high = cs->high;

	if (sscanf(text, "%ld %ld", low, high) == 2)
		total += *high - *low;
	return RCL_KEEP;
}

/* a pointer cannot stand for what a macro names */
static void read_range(const char *text)
{
	long low, high;

	struct read_range_cs cs = { .text = text, .low = &low, .high = &high };
	rcl_exec_errno(&lock, read_range_cs, &cs, sizeof(cs));
#ifdef VERBOSE
	SHOW();
#endif
	rcl_unlock(&lock);
}

struct both_cs {    /* lock, in.c:88-94 */
	long low;   /* in */
	long high;  /* in */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	long low = cs->low;
	long high = cs->high;

	total += low + high;
#ifdef ORDERED
	if (low > high)
		SWAP();
#endif
	return 0;
}

/* a macro's own variable is none of the function's */
static void both(long low, long high, long old)
{
	struct both_cs cs = { .low = low, .high = high };
	rcl_exec_anon(&lock, both_cs, &cs, sizeof(cs));
	printf("%ld\n", old);
}

struct take_cs {          /* lock, in.c:103-109 */
	long n;           /* in */
	const char *who;  /* in */
	int steps;        /* in-out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	long n = cs->n;
	const char *who = cs->who;
	int steps = cs->steps;

	while (total >= n) {
		total -= n;
		STEP();
	}
	NOTE(total);
	cs->steps = steps;
	(void)who;
	return 0;
}

/* macros that name them in other builds alone, one of which they change */
static int take(long n, const char *who)
{
	int steps = 0;

	struct take_cs cs = { .n = n, .who = who, .steps = steps };
	rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs));
	steps = cs.steps;
	return steps;
}

int main(void)
{
	printf("%d\n", take(2, "main"));
	add(1, 2);
	count(2, 5);
	printf("%ld\n", widest(3, 200));
	keep();
	read_range("4 9");
	both(1, 2, 3);
	printf("%ld %ld\n", total, ranges);
	return 0;
}
