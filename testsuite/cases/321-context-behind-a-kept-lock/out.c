/* What follows a way out loses its block: what is declared in it is in scope behind it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct box {
	rcl_mutex_t lock;
	int n, sum;
};

static struct box box = { RCL_MUTEX_INITIALIZER(box_lock), 3, 0 };
static rcl_mutex_t plain = RCL_MUTEX_INITIALIZER(plain);
static int total, given;

static void give_with(struct box *b, int by)
{
	b->sum += by;
	given += rcl_unlock(&b->lock) == 0;
}

struct twice_box_cs {   /* b->lock, in.c:25-26 */
	struct box *b;  /* in */
	int n;          /* in */
};

static int twice_box_cs(void *ctx)
{
	struct twice_box_cs *cs = ctx;
	struct box *b = cs->b;
	int n = cs->n;

	b->sum += n;
	return RCL_KEEP;
}

struct twice_plain_cs {  /* plain, in.c:29-32 */
	int n;           /* in-out */
};

static int twice_plain_cs(void *ctx)
{
	struct twice_plain_cs *cs = ctx;
	int n = cs->n;

	total += n;
	n = total;
	cs->n = n;
	return 0;
}

static int twice(struct box *b, int n)
{
	rcl_lock(&b->lock);
	{
		give_with(b, n);
		struct twice_box_cs cs = { .b = b, .n = n };
		rcl_exec_anon(&b->lock, twice_box_cs, &cs, sizeof(cs));
	}
	give_with(b, n);
	struct twice_plain_cs cs = { .n = n };
	rcl_exec_anon(&plain, twice_plain_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	printf("%d %d %d\n", twice(&box, 4), box.n, box.sum);
	return 0;
}
