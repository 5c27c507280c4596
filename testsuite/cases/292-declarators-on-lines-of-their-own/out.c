#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int items[4] = {1, 2, 3, 4};

static int count(int *all);

struct count_cs {   /* lock, in.c:15-20 */
	int count;  /* out */
	int total;  /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int count;
	int total;
	int i;

	for (count = 0, total = 0, i = 0; i < 4; i++) {
		count++;
		total += items[i];
	}
	cs->count = count;
	cs->total = total;
	return 0;
}

/* The last one goes. */
static int count(int *all)
{
	int	count,		/* Number of items */
		total;		/* All of them together */


	struct count_cs cs;
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	count = cs.count;
	total = cs.total;
	*all = total;
	return count;
}

struct change_cs {   /* lock, in.c:32-37 */
	int by;      /* in */
	int before;  /* out */
	int after;   /* out */
};

static int change_cs(void *ctx)
{
	struct change_cs *cs = ctx;
	int by = cs->by;
	int before;
	int *item;
	int after;

	item = &items[by % 4];
	before = *item;
	*item += by;
	after = *item;
	cs->before = before;
	cs->after = after;
	return 0;
}

/* The one in the middle goes, and its comment. */
static int change(int by)
{
	int	before,		/* What there was */
		after;		// What there is

	struct change_cs cs = { .by = by };
	rcl_exec_anon(&lock, change_cs, &cs, sizeof(cs));
	before = cs.before;
	after = cs.after;
	return after - before;
}

struct largest_cs {  /* lock, in.c:47-51 */
	int found;   /* out */
};

static int largest_cs(void *ctx)
{
	struct largest_cs *cs = ctx;
	int i;
	int found;

	for (found = i = 0; i < 4; i++)
		if (items[i] > found)
			found = items[i];
	cs->found = found;
	return 0;
}

/* The first one goes. */
static int largest(void)
{
	int	found;		/* The largest */

	struct largest_cs cs;
	rcl_exec_anon(&lock, largest_cs, &cs, sizeof(cs));
	found = cs.found;
	return found;
}

struct smallest_cs {  /* lock, in.c:62-66 */
	int found;    /* out */
};

static int smallest_cs(void *ctx)
{
	struct smallest_cs *cs = ctx;
	int found;
	int i;
	int at;

	for (found = items[0], at = i = 0; i < 4; i++)
		if (items[i] < found)
			at = i, found = items[at];
	cs->found = found;
	return 0;
}

/* Two of three go. */
static int smallest(void)
{
	int	found;		/* The smallest */

	struct smallest_cs cs;
	rcl_exec_anon(&lock, smallest_cs, &cs, sizeof(cs));
	found = cs.found;
	return found;
}

int main(void)
{
	int total = 0, n = count(&total);

	printf("%d %d %d %d %d\n", n, total, change(6), largest(), smallest());
	return 0;
}
