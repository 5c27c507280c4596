/* Lock guards whose functions check what the lock calls give. */
#include <pthread.h>
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

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, failures;

static inline pthread_mutex_t *lock_assert(pthread_mutex_t *mutex)
{
	assert_se(pthread_mutex_lock(mutex) == 0);
	return mutex;
}

static inline void unlock_assertp(pthread_mutex_t **mutex)
{
	if (*mutex)
		assert_se(pthread_mutex_unlock(*mutex) == 0);
}

static void unlock_or_abort(pthread_mutex_t **mutex)
{
	if (pthread_mutex_unlock(*mutex) != 0)
		abort();
	*mutex = NULL;
}

static void unlock_and_count(pthread_mutex_t **mutex)
{
	if (pthread_mutex_unlock(*mutex) == 0)
		failures += 10;
}

static void unlock_and_keep(pthread_mutex_t **mutex)
{
	failures += pthread_mutex_unlock(*mutex) + 1;
}

static int add(int n)
{
	_cleanup_(unlock_assertp) pthread_mutex_t *lock = lock_assert(&m);

	if (n < 0)
		return -1;
	count += n;
	return count;
}

static int twice(int n)
{
	_cleanup_(unlock_or_abort) pthread_mutex_t *lock = lock_assert(&m);

	count += 2 * n;
	return count;
}

/* These do more where it succeeds. */
static int counts(int n)
{
	_cleanup_(unlock_and_count) pthread_mutex_t *lock = lock_assert(&m);

	count += n;
	return failures;
}

static int keeps(int n)
{
	_cleanup_(unlock_and_keep) pthread_mutex_t *lock = lock_assert(&m);

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
