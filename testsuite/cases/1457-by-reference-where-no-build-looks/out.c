/* What is by reference where another build would name it: in an assertion that is off, and in an #if. */
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define TRACE(...) ((void)0)
#define FIELD(of, name) ((of)->name)
#define CHECK(condition, said) puts((said) > 1 ? "many" : "one")

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

struct add_cs {      /* lock, in.c:25-37 */
	int *value;  /* by reference */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int *value = cs->value;

	assert(*value > 0 && *value < 100);
	twice(value);
	count += *value;
	TRACE("value", *value, value, *value * 2);
	CHECK(*value < 50, *value);
#ifdef LOUD
	if (*value > 2)
		printf("value %d\n", *value);
#elif defined(value)
	count++;
#endif
	return 0;
}

static int add(int value)
{
	struct add_cs cs = { .value = &value };
	rcl_exec(&lock, add_cs, &cs, sizeof(cs));
	return value;
}

struct pairs_cs {           /* lock, in.c:43-53 */
	struct pair *pair;  /* in */
	int *value;         /* by reference */
};

static int pairs_cs(void *ctx)
{
	struct pairs_cs *cs = ctx;
	struct pair *pair = cs->pair;
	int *value = cs->value;

	twice(value);
	count += FIELD(pair, value);
	assert(pair->value != *value);
	for (int i = 0; i < 2; i++) {
		int value = i;

		TRACE(value);
		count += value;
	}
	return 0;
}

static int pairs(struct pair *pair, int value)
{
	struct pairs_cs cs = { .pair = pair, .value = &value };
	rcl_exec_anon(&lock, pairs_cs, &cs, sizeof(cs));
	return value;
}

struct hidden_cs {   /* lock, in.c:59-60 */
	int *value;  /* by reference */
};

static int hidden_cs(void *ctx)
{
	struct hidden_cs *cs = ctx;
	int *value = cs->value;

	twice(value);
	return RCL_KEEP;
}

static int hidden(int value)
{
	struct hidden_cs cs = { .value = &value };
	rcl_exec_anon(&lock, hidden_cs, &cs, sizeof(cs));
	{
#ifdef LOUD
		int value = 3;

		printf("%d\n", value);
#endif
		count++;
	}
	rcl_unlock(&lock);
	return value;
}

struct hidden_in_a_loop_cs {  /* lock, in.c:75-77 */
	int *value;           /* by reference */
};

static int hidden_in_a_loop_cs(void *ctx)
{
	struct hidden_in_a_loop_cs *cs = ctx;
	int *value = cs->value;

	twice(value);
	count++;
	return RCL_KEEP;
}

static int hidden_in_a_loop(int value)
{
	struct hidden_in_a_loop_cs cs = { .value = &value };
	rcl_exec_anon(&lock, hidden_in_a_loop_cs, &cs, sizeof(cs));
#ifdef LOUD
	for (int i = 0, value = 3; i < value; i++)
		printf("%d\n", value);
#endif
	rcl_unlock(&lock);
	return value;
}

int main(void)
{
	struct pair pair = { 1, 2 };

	printf("%d %d %d\n", add(3), pairs(&pair, 4), hidden(5));
	printf("%d\n", hidden_in_a_loop(6));
	printf("%d\n", count);
	return 0;
}
