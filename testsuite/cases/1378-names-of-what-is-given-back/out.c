/* What a function returns while a guard has the lock, where others have the names that it might get. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define GUARD(m) __attribute__((cleanup(give_back))) rcl_mutex_t *guard = take(m)

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;

static rcl_mutex_t *take(rcl_mutex_t *mutex)
{
	rcl_lock(mutex);
	return mutex;
}

static void give_back(rcl_mutex_t **mutex)
{
	rcl_unlock(*mutex);
}

struct two_cs {        /* m, in.c:23-27 */
	int result;    /* in */
	int returned;  /* in */
	int value;     /* out */
};

static int two_cs(void *ctx)
{
	struct two_cs *cs = ctx;
	int result = cs->result;
	int returned = cs->returned;

	count += result;
	if (returned) {
		cs->value = count;
		return 1;
	}
	cs->value = result + count;
	return 1;
}

static int two(int result, int returned)
{
	struct two_cs cs = { .result = result, .returned = returned };
	rcl_exec_anon(&m, two_cs, &cs, sizeof(cs));
	return cs.value;
}

struct three_cs {          /* m, in.c:32-36 */
	int result;        /* in */
	int returned;      /* in */
	int value;         /* in */
	int return_value;  /* out */
};

static int three_cs(void *ctx)
{
	struct three_cs *cs = ctx;
	int result = cs->result;
	int returned = cs->returned;
	int value = cs->value;

	count += result;
	if (returned) {
		cs->return_value = count;
		return 1;
	}
	cs->return_value = value + count;
	return 1;
}

static int three(int result, int returned, int value)
{
	struct three_cs cs = { .result = result, .returned = returned, .value = value };
	rcl_exec_anon(&m, three_cs, &cs, sizeof(cs));
	return cs.return_value;
}

static int all(int result, int returned, int value)
{
	int return_value = result + returned;

	GUARD(&m);
	count += return_value;
	if (returned)
		return count;
	return value + count;
}

int main(void)
{
	printf("%d %d\n", two(1, 0), two(2, 1));
	printf("%d %d\n", three(1, 0, 5), three(2, 1, 5));
	printf("%d %d\n", all(1, 0, 5), all(2, 1, 5));
	return 0;
}
