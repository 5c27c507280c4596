#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct item {
	struct item *next;
	int value;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct item *queue;

struct pop_cs {             /* lock, in.c:19-24 */
	struct item *item;  /* out */
};

static int pop_cs(void *ctx)
{
	struct pop_cs *cs = ctx;
	struct item *item;

	item = queue;
	/* the last one leaves an empty queue */
	if (item != NULL)
		queue = item->next;
	cs->item = item;
	return 0;
}

/*
 * Takes the first item off the queue, NULL if there is none.
 */
static struct item *pop(void)
{
	struct item *item;

	struct pop_cs cs;
	rcl_exec_anon(&lock, pop_cs, &cs, sizeof(cs));
	item = cs.item;

	return item;
}

struct push_cs {            /* lock, in.c:32-35 */
	struct item *item;  /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct item *item = cs->item;

	item->next = queue;
	queue = item;
	return 0;
}

/* Puts an item on the queue. */
static void push(struct item *item)
{
	struct push_cs cs = { .item = item };
	rcl_exec_anon(&lock, push_cs, &cs, sizeof(cs));
}

int main(void)
{
	struct item a = { NULL, 1 }, b = { NULL, 2 };

	push(&a);
	push(&b);
	printf("%d", pop()->value);
	printf(" %d", pop()->value);
	printf(" %s\n", pop() == NULL ? "empty" : "full");
	return 0;
}
