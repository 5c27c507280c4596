#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct node {
	rcl_mutex_t lock;
	struct node *next;
	int value;
};
struct cursor {
	struct node *at;
};

static struct node last = { RCL_MUTEX_INITIALIZER(node_lock_in), NULL, 5 };
static struct node first = { RCL_MUTEX_INITIALIZER(node_lock_in_14), &last, 3 };

struct step_cs {                /* node->next->lock, in.c:21-22 */
	struct cursor *cursor;  /* in */
	struct node *node;      /* in */
};

static int step_cs(void *ctx)
{
	struct step_cs *cs = ctx;
	struct cursor *cursor = cs->cursor;
	struct node *node = cs->node;

	cursor->at = node->next;
	return RCL_KEEP;
}

/* takes the next one before it gives this one back */
static void step(struct cursor *cursor)
{
	struct node *node = cursor->at;

	struct step_cs cs = { .cursor = cursor, .node = node };
	rcl_exec_anon(&node->next->lock, step_cs, &cs, sizeof(cs));
	rcl_unlock(&node->lock);
}

struct second_cs {          /* node->lock, in.c:32-33 */
	struct node *node;  /* in */
	int value;          /* out */
};

static int second_cs(void *ctx)
{
	struct second_cs *cs = ctx;
	struct node *node = cs->node;
	int value;

	value = node->value;
	cs->value = value;
	return RCL_KEEP;
}

/* what is released is not what was taken */
static int second(struct cursor *cursor)
{
	struct node *node = cursor->at;
	int value;

	struct second_cs cs = { .node = node };
	rcl_exec_anon(&node->lock, second_cs, &cs, sizeof(cs));
	value = cs.value;
	step(cursor);
	value += cursor->at->value;
	rcl_unlock(&cursor->at->lock);
	return value;
}

static void advance(struct cursor *cursor)
{
	cursor->at = cursor->at->next;
}

static void (*hook)(struct cursor *) = advance;

/* gives one back, and takes the one that comes next */
static void passed(struct cursor *cursor)
{
	struct node *node = cursor->at;

	rcl_unlock(&node->lock);
	hook(cursor);
	rcl_lock(&cursor->at->lock);
}

struct both_cs {                /* cursor->at->lock, in.c:61-62 */
	struct cursor *cursor;  /* in */
	int value;              /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	struct cursor *cursor = cs->cursor;
	int value;

	value = cursor->at->value;
	cs->value = value;
	return RCL_KEEP;
}

static int both(struct cursor *cursor)
{
	int value;

	struct both_cs cs = { .cursor = cursor };
	rcl_exec_anon(&cursor->at->lock, both_cs, &cs, sizeof(cs));
	value = cs.value;
	passed(cursor);
	value -= cursor->at->value;
	rcl_unlock(&cursor->at->lock);
	return value;
}

/* so it is where that comes before what is taken at the end */
static int third(struct cursor *cursor, int there)
{
	struct node *node = cursor->at;
	int value = 0;

	if (there)
		rcl_lock(&node->lock);
	else
		value = 1;
	if (there)
		value += node->value;
	hook(cursor);
	rcl_unlock(&cursor->at->lock);
	return value;
}

int main(void)
{
	struct cursor cursor = { &first };

	printf("%d ", second(&cursor));
	cursor.at = &first;
	printf("%d ", both(&cursor));
	cursor.at = &first;
	rcl_lock(&last.lock);
	printf("%d\n", third(&cursor, 0));
	return 0;
}
