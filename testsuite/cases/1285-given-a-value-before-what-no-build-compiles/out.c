/* What no build compiles reads a variable, to which the section has given a value before that in any case. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int shared = 3;
struct item { struct item *next; int ready, value; };
static struct item second = { NULL, 0, 2 }, first = { &second, 0, 1 };
static struct item *waiting = &first;

struct plain_cs {  /* m, in.c:17-23 */
	int i;     /* in */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	int bits;
	int i = cs->i;

	bits = shared + i;
	shared += bits;
#ifdef NEVER
	note(bits);
#endif
	return 0;
}

/* it has no value where the section begins first, and one of the round before after that */
static int plain(int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++) {
		struct plain_cs cs = { .i = i };
		rcl_exec_anon(&m, plain_cs, &cs, sizeof(cs));
		sum += i;
	}
	return sum;
}

struct marked_cs {  /* m, in.c:36-48 */
	int n;      /* in */
};

static int marked_cs(void *ctx)
{
	struct marked_cs *cs = ctx;
	int n = cs->n;
	struct item *at;
	int found;

	for (at = waiting; at != NULL; at = at->next) {
		found = at->value > n;
		if (found) {
			at->ready++;
#ifdef NEVER
			post(at, found ? 1 : 2);
#else
			shared++;
#endif
		}
	}
	return 0;
}

/* by the head of a loop */
static int marked(int n)
{
	while (n-- > 0) {
		struct marked_cs cs = { .n = n };
		rcl_exec_anon(&m, marked_cs, &cs, sizeof(cs));
	}
	return n;
}

struct handed_on_cs {  /* m, in.c:58-66 */
	int n;         /* in */
	int got;       /* out */
};

static int handed_on_cs(void *ctx)
{
	struct handed_on_cs *cs = ctx;
	int n = cs->n;
	int got;

	if ((got = shared) > n) {
		shared--;
	}
#ifdef NEVER
	got++;
#endif
	shared++;
	cs->got = got;
	return 0;
}

/* handed on, and tested where it gets its value */
static int handed_on(int n)
{
	int got;

	struct handed_on_cs cs = { .n = n };
	rcl_exec_anon(&m, handed_on_cs, &cs, sizeof(cs));
	got = cs.got;
	return got;
}

int main(void)
{
	printf("%d\n", plain(3));
	printf("%d\n", marked(2));
	printf("%d\n", handed_on(1));
	printf("%d %d %d\n", shared, first.ready, second.ready);
	return 0;
}
