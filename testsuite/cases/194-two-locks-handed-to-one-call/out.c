#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t plan, data;
	int frozen, jobs;
};

static struct queue queue = { .frozen = 1 };

/* Takes both locks over, or takes them itself. */
static void reschedule(struct queue *q, int mine)
{
	if (!mine) {
		rcl_lock(&q->plan);
		rcl_lock(&q->data);
	}
	if (q->frozen) {
		rcl_unlock(&q->data);
		rcl_unlock(&q->plan);
		return;
	}
	q->jobs++;
	rcl_unlock(&q->data);
	rcl_unlock(&q->plan);
}

struct start_data_cs {    /* q->data, in.c:32-33 */
	struct queue *q;  /* in */
};

static int start_data_cs(void *ctx)
{
	struct start_data_cs *cs = ctx;
	struct queue *q = cs->q;

	q->frozen = 0;
	return RCL_KEEP;
}

struct start_plan_cs {    /* q->plan, in.c:31-33 */
	struct queue *q;  /* in */
};

static int start_plan_cs(void *ctx)
{
	struct start_plan_cs *cs = ctx;
	struct queue *q = cs->q;
	struct start_data_cs data_cs = { .q = q };
	rcl_exec_anon(&q->data, start_data_cs, &data_cs, sizeof(data_cs));
	return RCL_KEEP;
}

/* Both sections end before the same statement: the inner one's function must come first. */
static void start(struct queue *q)
{
	struct start_plan_cs cs = { .q = q };
	rcl_exec_anon(&q->plan, start_plan_cs, &cs, sizeof(cs));

	reschedule(q, 1);
}

struct add_plan_cs {      /* q->plan, in.c:42-48 */
	struct queue *q;  /* in */
	int jobs;         /* in */
};

static int add_plan_cs(void *ctx)
{
	struct add_plan_cs *cs = ctx;
	struct queue *q = cs->q;
	int jobs = cs->jobs;

	if (jobs < 0) {
		return 1;
	}
	q->jobs += jobs;
	return RCL_KEEP;
}

struct add_data_cs {      /* q->data, in.c:41-48 */
	struct queue *q;  /* in */
	int jobs;         /* in */
};

static int add_data_cs(void *ctx)
{
	struct add_data_cs *cs = ctx;
	struct queue *q = cs->q;
	int jobs = cs->jobs;
	struct add_plan_cs plan_cs = { .q = q, .jobs = jobs };
	if (rcl_exec_anon(&q->plan, add_plan_cs, &plan_cs, sizeof(plan_cs)) == 1) {
		return 1;
	}
	return RCL_KEEP;
}

/* The other way round, for names must not say which section is the inner one; and with a way out before. */
static void add(struct queue *q, int jobs)
{
	struct add_data_cs cs = { .q = q, .jobs = jobs };
	if (rcl_exec_anon(&q->data, add_data_cs, &cs, sizeof(cs)) == 1) {
		return;
	}
	reschedule(q, 1);
}

int main(void)
{
	rcl_mutex_init(&queue.plan, NULL, queue_plan);
	rcl_mutex_init(&queue.data, NULL, queue_data);
	reschedule(&queue, 0);
	start(&queue);
	add(&queue, -1);
	add(&queue, 5);
	reschedule(&queue, 0);
	printf("%d %d\n", queue.frozen, queue.jobs);
	return 0;
}
