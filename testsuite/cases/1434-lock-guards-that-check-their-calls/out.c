/* Lock guards whose functions check what the lock calls give. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define assert_se(expr) \
	do { \
		if (__builtin_expect(!(expr), 0)) { \
			fprintf(stderr, "%s failed in line %d\n", #expr, __LINE__); \
			abort(); \
		} \
	} while (0)
#define _cleanup_(f) __attribute__((cleanup(f), unused))

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, failures;

static inline rcl_mutex_t *lock_assert(rcl_mutex_t *mutex)
{
	assert_se(rcl_lock(mutex) == 0);
	return mutex;
}

static inline void unlock_assertp(rcl_mutex_t **mutex)
{
	if (*mutex)
		assert_se(rcl_unlock(*mutex) == 0);
}

static void unlock_and_count(rcl_mutex_t **mutex)
{
	if (rcl_unlock(*mutex) == 0)
		failures += 10;
}

static void unlock_and_keep(rcl_mutex_t **mutex)
{
	failures += rcl_unlock(*mutex) + 1;
}

struct add_cs {      /* m, in.c:50-55 */
	int n;       /* in */
	int result;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (n < 0)
		return 1;
	count += n;
	cs->result = count;
	return 2;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));

	if (way == 1)
		return -1;
	return cs.result;
}

struct twice_cs {    /* m, in.c:60-63 */
	int n;       /* in */
	int result;  /* out */
};

static int twice_cs(void *ctx)
{
	struct twice_cs *cs = ctx;
	int n = cs->n;

	count += 2 * n;
	cs->result = count;
	return 1;
}

static int twice(int n)
{
	struct twice_cs cs = { .n = n };
	rcl_exec_anon(&m, twice_cs, &cs, sizeof(cs));
	return cs.result;
}

/* These do more where it succeeds. */
static int counts(int n)
{
	_cleanup_(unlock_and_count) rcl_mutex_t *lock = lock_assert(&m);

	count += n;
	return failures;
}

static int keeps(int n)
{
	_cleanup_(unlock_and_keep) rcl_mutex_t *lock = lock_assert(&m);

	count += n;
	return failures;
}

int main(void)
{
	printf("%d ", add(1));
	printf("%d ", add(-1));
	printf("%d ", twice(2));
	printf("%d ", counts(2));
	printf("%d ", keeps(2));
	printf("%d %d\n", count, failures);
	return 0;
}
