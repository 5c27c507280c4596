/* A mutex in memory of its size that only a pointer without a type leads to, as in libbluray. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

typedef rcl_mutex_t impl_t;

struct mutex {
	void *impl;
};

struct queue {
	struct mutex lock;
	int jobs;
};

static int mutex_init(struct mutex *m)
{
	m->impl = calloc(1, sizeof(impl_t));
	return m->impl ? rcl_mutex_init(m->impl, NULL, mutex_impl) : -1;
}

static rcl_mutex_t *mutex_mutex(struct mutex *m)
{
	return (impl_t *)m->impl;
}

static void mutex_destroy(struct mutex *m)
{
	rcl_mutex_destroy(m->impl);
	free(m->impl);
	m->impl = NULL;
}

struct add_cs {           /* q->lock.impl, in.c:60-62 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->jobs += n;
	return 0;
}

static void add(struct queue *q, int n)
{
	struct add_cs cs = { .q = q, .n = n };
	rcl_exec_anon(mutex_mutex(&q->lock), add_cs, &cs, sizeof(cs));
}

int main(void)
{
	struct queue q = { { NULL }, 0 };

	if (mutex_init(&q.lock))
		return 1;
	for (int i = 0; i < 4; i++)
		add(&q, i);
	printf("%d\n", q.jobs);
	mutex_destroy(&q.lock);
	return 0;
}
