/* Lock functions without arguments that call others: what they name is the mutex of the innermost one. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long count;

struct add_cs {  /* lock, in.c:40-42 */
	long n;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;

	count += n;
	return 0;
}

static long add(long n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	return n;
}

struct add_at_once_cs {  /* lock, in.c:48-51 */
	long n;          /* in */
};

static int add_at_once_cs(void *ctx)
{
	struct add_at_once_cs *cs = ctx;
	long n = cs->n;

	count += n;
	return 1;
}

static int add_at_once(long n)
{
	struct add_at_once_cs cs = { .n = n };
	if (rcl_tryexec(&lock, add_at_once_cs, &cs, sizeof(cs)) == 1) {
		return 0;
	}
	return 1;
}

int main(void)
{
	printf("%ld %d\n", add(3), add_at_once(4));
	printf("%ld\n", count);
	return 0;
}
