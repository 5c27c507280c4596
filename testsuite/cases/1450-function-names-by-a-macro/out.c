#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifndef __FUNCTION__
#define __FUNCTION__ __func__
#endif
#define SAY(format, ...) printf("%s: " format "\n", __FUNCTION__, __VA_ARGS__)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long count;

struct add_cs {            /* lock, in.c:15-22 */
	int n;             /* in */
	const char *func;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	const char *func = cs->func;

	if (n < 0) {
		printf("%s: %d\n", func, n);
		return 1;
	}
	count += n;
	return 0;
}

/* Said in the section alone. */
int add(int n)
{
	struct add_cs cs = { .n = n, .func = __func__ };
	if (rcl_exec(&lock, add_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return 0;
}

#define __func__ "take"

struct take_cs {           /* lock, in.c:29-37 */
	int n;             /* in */
	const char *func;  /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;
	const char *func = cs->func;

	if (n > count) {
		SAY("%d", n);
		printf("%s\n", func);
		return 1;
	}
	count -= n;
	return 0;
}

#undef __func__

/* And by another macro. */
int take(int n)
{
	struct take_cs cs = { .n = n, .func = __func__ };
	if (rcl_exec(&lock, take_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return 0;
}

int main(void)
{
	for (int i = -2; i < 10; i++)
		printf("%d %d\n", add(i), take(2 * i));
	printf("%ld\n", count);
	return 0;
}
