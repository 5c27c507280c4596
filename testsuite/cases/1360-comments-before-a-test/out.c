/* Comments between a lock call whose result is kept and the test of that stay where they are. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total;

struct declared_cs {  /* lock, in.c:10-17 */
	int n;        /* in */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int declared(int n)
{
	struct declared_cs cs = { .n = n };
	int error = -rcl_exec_anon(&lock, declared_cs, &cs, sizeof(cs)); /* waits */

	/* which it never does,
	   if all is well */
	if (error != 0)
		return -1;
	return 0;
}

struct assigned_cs {  /* lock, in.c:26-37 */
	int n;        /* in */
};

static int assigned_cs(void *ctx)
{
	struct assigned_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (total > 4) {
		return 1;
	}
	return 0;
}

static int assigned(int n)
{
	int error;

	total += 0 * n;
	struct assigned_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, assigned_cs, &cs, sizeof(cs));

	error = way < 0 ? -way : 0; // waits
	// if it fails
	if (error) {
		puts("failed"); // so be it
		return error;
	}
	if (way == 1)
		return 7;
	return 0;
}

struct tried_cs {  /* lock, in.c:45-49 */
	int n;     /* in */
};

static int tried_cs(void *ctx)
{
	struct tried_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int tried(int n)
{
	int busy;

	struct tried_cs cs = { .n = n };
	busy = rcl_tryexec(&lock, tried_cs, &cs, sizeof(cs)) != 0;	/* does not wait */
	/* so it may be busy */
	return busy;
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		printf("%d %d %d\n", declared(i), assigned(i), tried(i));
	printf("%ld\n", total);
	return 0;
}
