/* A variable that only an inner section uses is no variable of the outer one, which has a tag or a field of that name. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct item { int item, cost; };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), inner = RCL_MUTEX_INITIALIZER(inner);
static struct item items[2] = { { 1, 2 }, { 3, 4 } };
static int shared;

struct by_a_tag_inner_cs {  /* inner, in.c:18-21 */
	int n;              /* in */
};

static int by_a_tag_inner_cs(void *ctx)
{
	struct by_a_tag_inner_cs *cs = ctx;
	int n = cs->n;
	int item;

	item = shared + n;
	shared += item;
	return 0;
}

struct by_a_tag_lock_cs {  /* lock, in.c:15-23 */
	int n;             /* in */
};

static int by_a_tag_lock_cs(void *ctx)
{
	struct by_a_tag_lock_cs *cs = ctx;
	int n = cs->n;

	for (struct item *at = items; at < items + 2; at++) {
		at->cost += n;
		struct by_a_tag_inner_cs inner_cs = { .n = n };
		rcl_exec_anon(&inner, by_a_tag_inner_cs, &inner_cs, sizeof(inner_cs));
	}
	return 0;
}

static void by_a_tag(int n)
{
	struct by_a_tag_lock_cs cs = { .n = n };
	rcl_exec_anon(&lock, by_a_tag_lock_cs, &cs, sizeof(cs));
}

struct by_a_field_inner_cs {  /* inner, in.c:33-37 */
	int n;                /* in */
};

static int by_a_field_inner_cs(void *ctx)
{
	struct by_a_field_inner_cs *cs = ctx;
	int n = cs->n;
	int cost;
	int item;

	cost = shared + n;
	item = cost + 1;
	shared += item;
	return 0;
}

struct by_a_field_lock_cs {  /* lock, in.c:30-38 */
	int n;               /* in */
};

static int by_a_field_lock_cs(void *ctx)
{
	struct by_a_field_lock_cs *cs = ctx;
	int n = cs->n;

	items[0].cost += n;
	items[1].item -= n;
	struct by_a_field_inner_cs inner_cs = { .n = n };
	rcl_exec_anon(&inner, by_a_field_inner_cs, &inner_cs, sizeof(inner_cs));
	return 0;
}

static void by_a_field(int n)
{
	struct by_a_field_lock_cs cs = { .n = n };
	rcl_exec_anon(&lock, by_a_field_lock_cs, &cs, sizeof(cs));
}

int main(void)
{
	by_a_tag(3);
	by_a_field(4);
	printf("%d %d %d\n", shared, items[0].cost, items[1].item);
	return 0;
}
