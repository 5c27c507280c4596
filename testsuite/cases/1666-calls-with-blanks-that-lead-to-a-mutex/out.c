#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct object {
	int type;
};

struct queue {
	struct object base;
	rcl_mutex_t lock;
	int n;
};

#define QUEUE(o) ((struct queue *) check ((o), 1))
#define COUNT(q) ((q)->n)

static struct object *check (struct object *o, int type)
{
	return o->type == type ? o : NULL;
}

static struct queue *queue_of (struct object *o)
{
	return QUEUE (o);
}

struct add_cs {            /* QUEUE (o)->lock, in.c:30-32 */
	struct object *o;  /* in */
};

static int add_cs (void *ctx)
{
	struct add_cs *cs = ctx;
	struct object *o = cs->o;

	COUNT (QUEUE (o))++;
	return 0;
}

/* The parentheses are those of a call, with a blank before them. */
static void add (struct object *o)
{
	struct add_cs cs = { .o = o };
	rcl_exec_anon (&QUEUE (o)->lock, add_cs, &cs, sizeof (cs));
}

struct take_cs {          /* QUEUE (&q->base)->lock, in.c:37-39 */
	struct queue *q;  /* in */
};

static int take_cs (void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;

	q->n--;
	return 0;
}

static void take (struct queue *q)
{
	struct take_cs cs = { .q = q };
	rcl_exec_anon (&QUEUE (&q->base)->lock, take_cs, &cs, sizeof (cs));
}

int main (void)
{
	static struct queue q = { { 1 }, RCL_MUTEX_INITIALIZER(queue_lock), 0 };

	for (int i = 0; i < 3; i++)
		add (&q.base);
	take (queue_of (&q.base));
	printf ("%d\n", q.n);
	return 0;
}
