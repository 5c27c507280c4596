/* A section that ends with a call of what never returns, of which only its body tells: compilers see an end there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static void fail(const char *why)
{
	fprintf(stderr, "%s\n", why);
	exit(1);
}

static void give_up(const char *why) __attribute__((noreturn));

static void give_up(const char *why)
{
	fail(why);
	abort();
}

struct add_cs {  /* lock, in.c:25-34 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	switch (n & 3) {
	case 0:
		total += n;
		return 1;
	case 1:
		total -= n;
		return 2;
	default:
		fail("odd");
	}
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	int way = rcl_exec(&lock, add_cs, &cs, sizeof(cs));

	if (way == 2) {
		return;
	}
	printf("added %d\n", n);
}

struct bounded_cs {  /* lock, in.c:43-47 */
	int n;       /* in */
};

static int bounded_cs(void *ctx)
{
	struct bounded_cs *cs = ctx;
	int n = cs->n;

	if (n < 10) {
		total += n;
		return 1;
	}
	if (n < 20)
		fail("too many");
	else
		fail("far too many");
	return 0;
}

static int bounded(int n)
{
	struct bounded_cs cs = { .n = n };
	if (rcl_exec(&lock, bounded_cs, &cs, sizeof(cs)) == 1) {
		return n;
	}
	return 0;
}

struct known_cs {  /* lock, in.c:59-63 */
	int n;     /* in */
};

static int known_cs(void *ctx)
{
	struct known_cs *cs = ctx;
	int n = cs->n;

	if (n < 10) {
		total += n;
		return 1;
	}
	give_up("too many");
}

/* A declaration says of this one that it never returns. */
static int known(int n)
{
	struct known_cs cs = { .n = n };
	rcl_exec(&lock, known_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	add(4);
	add(5);
	printf("%d %d %d\n", bounded(2), known(3), total);
	return 0;
}
