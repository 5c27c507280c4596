/* Lock calls under a condition whose results are only checked, written out; not where a comment stands
 * there, it does something where the call succeeds, or has another lock call. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t plain = RCL_MUTEX_INITIALIZER(plain);
static int threaded, total, unlocked;

struct add_cs {  /* lock, in.c:13-19 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	if (threaded)
		rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	else
		add_cs(&cs);
}

struct bare_cs {  /* lock, in.c:28-39 */
	int n;    /* in */
	int sum;  /* out */
};

static int bare_cs(void *ctx)
{
	struct bare_cs *cs = ctx;
	int n = cs->n;
	int sum;

	total += n;
	if (total > 100) {
		return 1;
	}
	sum = total;
	cs->sum = sum;
	return 0;
}

static int bare(int n)
{
	int sum;

	struct bare_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, bare_cs, &cs, sizeof(cs)) : bare_cs(&cs);

	if (way == 1)
		return -1;
	sum = cs.sum;
	return sum;
}

struct leaves_cs {  /* lock, in.c:47-53 */
	int n;      /* in */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int leaves(int n)
{
	struct leaves_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, leaves_cs, &cs, sizeof(cs)) : leaves_cs(&cs);

	if (way < 0)
		return -1;
	return total;
}

static void counts(int n)
{
	if (threaded) {
		if (rcl_lock(&lock) == 0)
			unlocked += n;
	}
	total += n;
	if (threaded)
		rcl_unlock(&lock);
}

static void says(int n)
{
	if (threaded) {
		/* which cannot fail */
		if (rcl_lock(&lock))
			abort();
	}
	total += n;
	if (threaded)
		rcl_unlock(&lock);
}

static void both(int n)
{
	if (threaded) {
		if (n > 2 && rcl_lock(&plain))
			abort();
	}
	total += n;
	if (threaded) {
		if (n > 2 && rcl_unlock(&plain))
			abort();
	}
}

struct gives_up_another_cs {  /* plain, in.c:95-105 */
	int n;                /* in */
};

static int gives_up_another_cs(void *ctx)
{
	struct gives_up_another_cs *cs = ctx;
	int n = cs->n;

	if (threaded) {
		if (rcl_lock(&lock)) {
			return 1;
		}
	}
	total += n;
	if (threaded)
		rcl_unlock(&lock);
	return 0;
}

static void gives_up_another(int n)
{
	struct gives_up_another_cs cs = { .n = n };
	if (rcl_exec_anon(&plain, gives_up_another_cs, &cs, sizeof(cs)) == 1)
		abort();
}

int main(void)
{
	add(1);
	threaded = 1;
	add(2);
	printf("%d %d\n", bare(3), leaves(4));
	counts(5);
	says(6);
	both(7);
	gives_up_another(8);
	printf("%d %d %d\n", total, unlocked, bare(100));
	return 0;
}
