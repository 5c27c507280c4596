/* Assertions that are left out, and macros that make nothing of what they are given, in sections: other builds ask. */
#define NDEBUG
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#ifdef TRACING
#define trace(...) fprintf(stderr, __VA_ARGS__)
#else
#define trace(...) do { } while (0)
#endif

struct item {
	long value;
	struct item *next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct item *items;
static long sum, most;

struct push_cs {          /* lock, in.c:26-32 */
	struct item *it;  /* in */
	long limit;       /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct item *it = cs->it;
	long limit = cs->limit;

	assert(it->value < limit);
	it->next = items;
	items = it;
	sum += it->value;
	trace("%ld of %ld\n", it->value, limit);
	(void)limit;
	return 0;
}

/* the limit is nowhere else in the section */
static void push(struct item *it, long limit)
{
	struct push_cs cs = { .it = it, .limit = limit };
	rcl_exec_anon(&lock, push_cs, &cs, sizeof(cs));
}

struct note_cs {     /* lock, in.c:40-47 */
	long twice;  /* in */
};

static int note_cs(void *ctx)
{
	struct note_cs *cs = ctx;
	long twice = cs->twice;

#ifdef TWICE
	if (twice > most)
		most = twice;
#else
	most++;
#endif
	(void)twice;
	return 0;
}

/* what no pointer can stand for in an #if: the other branch is compiled */
static void note(long value)
{
	long twice = value * 2;

	struct note_cs cs = { .twice = twice };
	rcl_exec_anon(&lock, note_cs, &cs, sizeof(cs));
}

struct next_of_cs {  /* lock, in.c:53-56 */
	int n;       /* in-out */
};

static int next_of_cs(void *ctx)
{
	struct next_of_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	trace("%d\n", n++);
	cs->n = n;
	return 0;
}

/* tracing changes it */
static int next_of(int n)
{
	struct next_of_cs cs = { .n = n };
	rcl_exec_anon(&lock, next_of_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct drain_cs {         /* lock, in.c:65-76 */
	struct item *it;  /* out */
	int left;         /* in */
	int at;           /* where it goes on */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	int left = cs->left;

	if (cs->at == 1) {
		goto at_1;
	}

	while (items != NULL) {
		struct item *it = items;

		items = it->next;
		cs->it = it;
		cs->at = 1;
		return 1;
		at_1:
		it = cs->it;
		assert(left >= 0);
	}
	(void)left;
	return 0;
}

/* the client gives it another value while the lock is released */
static void drain(int tries)
{
	int left = tries;

	struct drain_cs cs = { .left = left, .at = 0 };
	while (rcl_exec_anon(&lock, drain_cs, &cs, sizeof(cs)) == 1) {
		struct item *it = cs.it;
		free(it);
		left--;
		cs.left = left;
	}
}

int main(void)
{
	for (int i = 1; i < 5; i++) {
		struct item *it = malloc(sizeof(*it));

		it->value = i;
		push(it, 5);
		note(i);
	}
	drain(4);
	printf("%ld %ld %d\n", sum, most, next_of(3));
	return 0;
}
