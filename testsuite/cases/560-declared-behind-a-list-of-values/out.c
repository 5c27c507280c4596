#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct item {
	int id;
	struct item *next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct item *items;

struct take_cs {            /* lock, in.c:16-26 */
	int id;             /* in */
	struct item *item;  /* out */
	struct item taken;  /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int id = cs->id;
	struct item *item;
	struct item **link;

	for (link = &items; (item = *link) != NULL; link = &item->next)
		if (item->id == id) {
			struct item taken = *item;

			*link = item->next;
			cs->item = item;
			cs->taken = taken;
			return 1;
		}
	return 0;
}

static struct item take(int id)
{
	struct item none = { 0 }, *item;

	struct take_cs cs = { .id = id };
	if (rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs)) == 1) {
		struct item taken = cs.taken;
		item = cs.item;
		item->next = NULL;
		return taken;
	}
	return none;
}

struct sum_cs {             /* lock, in.c:35-41 */
	int *weights;       /* by reference */
	int n;              /* in-out */
	struct item first;  /* in */
	struct item last;   /* in */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	int *weights = cs->weights;
	int total;
	int n = cs->n;
	struct item first = cs->first;
	struct item *item;
	struct item last = cs->last;

	total = first.id + last.id;
	for (item = items; item; item = item->next)
		total += weights[n++ & 1] * item->id;
	if (total > 100)
		n = 0;
	cs->n = n;
	return 0;
}

static int sum(void)
{
	int weights[] = { 1, 2 }, n = 0;
	struct item first = { .id = 0, .next = NULL }, last = { 0, NULL };

	struct sum_cs cs = { .weights = weights, .n = n, .first = first, .last = last };
	rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct main_cs {           /* lock, in.c:49-51 */
	struct item *two;  /* by reference */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	struct item *two = cs->two;

	items = two;
	return 0;
}

int main(void)
{
	struct item one = { 1, NULL }, two = { 2, &one };

	struct main_cs cs = { .two = &two };
	rcl_exec_anon(&lock, main_cs, &cs, sizeof(cs));
	printf("%d\n", sum());
	printf("%d\n", take(1).id + take(3).id);
	printf("%d\n", sum());
	return 0;
}
