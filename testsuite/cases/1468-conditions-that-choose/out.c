#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int threaded, many, one;
static long total;

#define CHOSEN_LOCK() (void)((threaded ? many : one) && rcl_lock(&m))
#define CHOSEN_UNLOCK() (void)((threaded ? many : one) && rcl_unlock(&m))

struct put_cs {  /* m, in.c:14-20 */
	long n;  /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	long n = cs->n;

	if (n < 0) {
		return 1;
	}
	total += n;
	return 0;
}

/* What a macro chooses in parentheses decides about the whole call. */
static int put(long n)
{
	struct put_cs cs = { .n = n };
	int way = (threaded ? many : one)
			? rcl_exec_anon(&m, put_cs, &cs, sizeof(cs))
			: put_cs(&cs);

	if (way == 1) {
		return -1;
	}
	return 0;
}

struct take_cs {  /* m, in.c:27-33 */
	long n;   /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	long n = cs->n;

	if (n > total) {
		return 1;
	}
	total -= n;
	return 0;
}

/* So does what the function chooses. */
static int take(long n)
{
	struct take_cs cs = { .n = n };
	int way = (threaded ? many : one)
			? rcl_exec_anon(&m, take_cs, &cs, sizeof(cs))
			: take_cs(&cs);

	if (way == 1) {
		return -1;
	}
	return 0;
}

int main(void)
{
	for (int i = 0; i < 8; i++) {
		threaded = i & 1;
		many = i & 2;
		one = i & 4;
		printf("%d", put(7));
		printf(" %d", put(-1));
		printf(" %d", take(100));
		printf(" %d %ld\n", take(2), total);
	}
	return 0;
}
