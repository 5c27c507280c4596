/* Where spatch does not parse lock macros without semicolons, it is shown their marks alone: one that has its own needs no more. */
#include <pthread.h>
#include "rcl_config.h"

struct queue { rcl_mutex_t m; int n; };

static rcl_mutex_t stats_lock = RCL_MUTEX_INITIALIZER(stats_lock);
static int stats;

#define LOCK(q) rcl_lock(&(q)->m);
#define UNLOCK(q) rcl_unlock(&(q)->m);
#define LOCK_STATS rcl_lock(&stats_lock);
#define UNLOCK_STATS rcl_unlock(&stats_lock);

struct push_stats_cs {  /* stats_lock, in.c:18-20 */
	int r;          /* in */
};

static int push_stats_cs(void *ctx)
{
	struct push_stats_cs *cs = ctx;
	int r = cs->r;

	stats += r;
	return 0;
}

struct push_queue_cs {    /* q->m, in.c:16-21 */
	struct queue *q;  /* in */
	int r;            /* in-out */
};

static int push_queue_cs(void *ctx)
{
	struct push_queue_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;

	r += q->n++;
	struct push_stats_cs stats_cs = { .r = r };
	rcl_exec_anon(&stats_lock, push_stats_cs, &stats_cs, sizeof(stats_cs));
	cs->r = r;
	return 0;
}

static int push(struct queue *q, int r)
{
	struct push_queue_cs cs = { .q = q, .r = r };
	rcl_exec_anon(&q->m, push_queue_cs, &cs, sizeof(cs));
	r = cs.r;
	return r + stats;
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m), 3 };

	return push(&q, 1) != 8 || q.n != 4;
}
