/* What a macro that is off would name as a field stays as it is, though a variable of that name is by reference. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifdef TRACED
#define TRACE(of, field) printf("%d\n", (of)->field)
#define TRACE_IN(level, of, field, ...) \
	printf("%d " __VA_ARGS__, (of) . /* its */ field)
#define SAY(said) printf("%d\n", said)
#else
#define TRACE(of, field)
#define TRACE_IN(level, of, field, ...) do { } while (0)
#define SAY(said)
#endif

struct pair {
	int value;
	int other;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count;

static void twice(int *value)
{
	*value *= 2;
}

struct add_cs {             /* lock, in.c:31-37 */
	struct pair *pair;  /* in */
	int *value;         /* by reference */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct pair *pair = cs->pair;
	int *value = cs->value;

	twice(value);
	count += *value + pair->value;
	TRACE(pair, value);
	TRACE_IN(*value > 3, *pair, value, "%d\n", *value);
	SAY(*value);
	return 0;
}

static int add(struct pair *pair, int value)
{
	struct add_cs cs = { .pair = pair, .value = &value };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	return value;
}

int main(void)
{
	struct pair pair = { 1, 2 };

	printf("%d %d\n", add(&pair, 3), count);
	return 0;
}
