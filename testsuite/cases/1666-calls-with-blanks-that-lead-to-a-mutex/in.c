#include <pthread.h>
#include <stdio.h>

struct object {
	int type;
};

struct queue {
	struct object base;
	pthread_mutex_t lock;
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

/* The parentheses are those of a call, with a blank before them. */
static void add (struct object *o)
{
	pthread_mutex_lock (&QUEUE (o)->lock);
	COUNT (QUEUE (o))++;
	pthread_mutex_unlock (&QUEUE (o)->lock);
}

static void take (struct queue *q)
{
	pthread_mutex_lock (&QUEUE (&q->base)->lock);
	q->n--;
	pthread_mutex_unlock (&QUEUE (&q->base)->lock);
}

int main (void)
{
	static struct queue q = { { 1 }, PTHREAD_MUTEX_INITIALIZER, 0 };

	for (int i = 0; i < 3; i++)
		add (&q.base);
	take (queue_of (&q.base));
	printf ("%d\n", q.n);
	return 0;
}
