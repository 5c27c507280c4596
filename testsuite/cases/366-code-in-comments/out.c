#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define API_DECLARE(type) type
#define LIST_HEAD(name, type) struct name { struct type *first; }

struct item {
	struct item *next;
	int value;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct item *items;

struct sum_of_cs {           /* lock, in.c:37-40 */
	struct item *first;  /* in */
	int sum;             /* in-out */
};

static int sum_of_cs(void *ctx)
{
	struct sum_of_cs *cs = ctx;
	struct item *first = cs->first;
	int sum = cs->sum;

	for (; first; first = first->next)
		sum += first->value;
	cs->sum = sum;
	return 0;
}

/* How to use this:
 *
\code
void follow(void)
{
	give_items(items)
	while (sum_of(items) > 3) {
		LIST_HEAD(, item) own;
	}
}
API_DECLARE(int) sum_of(struct item *first)
\endcode
 *
 * The library's own loop doesn't do that.
 */
static int sum_of(struct item *first)
{
	/* It isn't
	LIST_HEAD(, item) own;
	that is summed here. */
	int sum = 0;

	struct sum_of_cs cs = { .first = first, .sum = sum };
	rcl_exec_anon(&lock, sum_of_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

struct main_cs {           /* lock, in.c:48-50 */
	struct item *one;  /* by reference */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	struct item *one = cs->one;

	items = one;
	return 0;
}

int main(void)
{
	struct item two = { NULL, 2 }, one = { &two, 1 };

	struct main_cs cs = { .one = &one };
	rcl_exec_anon(&lock, main_cs, &cs, sizeof(cs));
	printf("%d\n", sum_of(items));
	return 0;
}
