/* A lock function goes with its last call, also where that gave a value to another one. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct box { rcl_mutex_t lock; int n; };
static struct box box = { RCL_MUTEX_INITIALIZER(box_lock), 3 };
static int total;

static rcl_mutex_t *take_mutex(struct box *b) {
	return &b->lock;
}

static void see(int result, const char *what) { total += result + *what; }

struct more_cs {        /* b->lock, in.c:14-24 */
	struct box *b;  /* in */
	int n;          /* in */
};

static int more_cs(void *ctx)
{
	struct more_cs *cs = ctx;
	struct box *b = cs->b;
	int n = cs->n;

	total += 1 + 0;
	b->n += n;
	if (n == 2) {
		return 1;
	}
	if (n > 1) {
		return 2;
	} else {
		b->n--;
		return 2;
	}
}

static int more(struct box *b, int n)
{
	struct more_cs cs = { .b = b, .n = n };
	int way = rcl_exec_anon(take_mutex(b), more_cs, &cs, sizeof(cs));

	if (way == 1) {
		see(0, "give");
		return 3;
	} else {
		see(0, "give");
	}
	return n;
}

int main(void)
{
	int n = more(&box, 2) + more(&box, 1) + more(&box, 4);

	printf("%d %d %d\n", n, box.n, total);
	return 0;
}
