#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define COLUMNS(X, of) X(of, first, 0) X(of, second, 3)
#define COLUMN_VAR(of, name, by) long of##_##name = (by);
#define COLUMN_STEP(of, name, by) of##_##name += (by) + 1;
#define COLUMN_SUM(of, name, by) + of##_##name
#define VAR(name) name##_var
#define LONG_VAR(name, value) long VAR(name) = (value)
#define COLUMN_BOTH(of, name, by) + (of##_##name) * of

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long total;

static void add(long *to, long by)
{
	*to += by;
}

struct columns_cs {  /* m, in.c:23-28 */
	long *exit;  /* by reference */
};

static int columns_cs(void *ctx)
{
	struct columns_cs *cs = ctx;
	long *exit = cs->exit;

	COLUMNS(COLUMN_VAR, exit)
	add(exit, total);
	COLUMNS(COLUMN_STEP, exit)
	total += *exit COLUMNS(COLUMN_SUM, exit);
	return 0;
}

/* The macros that paste are given to another one; the variable is had by a pointer. */
static long columns(long exit)
{
	struct columns_cs cs = { .exit = &exit };
	rcl_exec_anon(&m, columns_cs, &cs, sizeof(cs));
	return exit;
}

struct both_cs {           /* m, in.c:35-37 */
	long *exit;        /* by reference */
	long exit_first;   /* out */
	long exit_second;  /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	long *exit = cs->exit;

	COLUMNS(COLUMN_VAR, exit)
	add(exit, total);
	cs->exit_first = exit_first;
	cs->exit_second = exit_second;
	return RCL_KEEP;
}

/* They paste, and use it, too. */
static long both(long exit)
{
	long exit_first;
	long exit_second;
	struct both_cs cs = { .exit = &exit };
	rcl_exec_anon(&m, both_cs, &cs, sizeof(cs));
	exit_first = cs.exit_first;
	exit_second = cs.exit_second;
	total += exit COLUMNS(COLUMN_BOTH, exit);
	rcl_unlock(&m);
	return exit;
}

struct one_cs {      /* m, in.c:46-51 */
	long *exit;  /* by reference */
};

static int one_cs(void *ctx)
{
	struct one_cs *cs = ctx;
	long *exit = cs->exit;

	LONG_VAR(exit, 0);
	add(exit, total);
	VAR(exit) += 4;
	total += *exit + VAR(exit);
	return 0;
}

/* One that another one calls. */
static long one(long exit)
{
	struct one_cs cs = { .exit = &exit };
	rcl_exec_anon(&m, one_cs, &cs, sizeof(cs));
	return exit;
}

int main(void)
{
	printf("%ld %ld\n", columns(1), columns(2));
	printf("%ld %ld\n", one(3), one(4));
	printf("%ld\n", both(5));
	printf("%ld\n", total);
	return 0;
}
