/* What a section's calls write to objects that they make themselves is not the condition of its lock. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	rcl_mutex_t *lock;
	struct node *next;
	int value;
};

struct list {
	rcl_mutex_t *lock;
	struct node *head;
	struct list *other;
	int length;
};

static struct list *lists;
static struct node *spare;
static int made;

static void drop(void *memory)
{
	free(memory);
}

static struct node *node_new(int value)
{
	struct node *n = malloc(sizeof(*n));

	if (n == NULL)
		return NULL;
	memset(n, 0, sizeof(*n));
	n->lock = NULL;
	n->next = NULL;
	n->value = value;
	made++;
	return n;
}

static struct list *list_new(int locked)
{
	struct list *l;

	l = calloc(1, sizeof(*l));
	if (!l)
		abort();
	l->other = lists;
	lists = l;
	if (locked) {
		l->lock = malloc(sizeof(rcl_mutex_t));
		rcl_mutex_init(l->lock, NULL, list_lock);
	} else {
		l->lock = NULL;
	}
	return l;
}

/* It has the new list of another function, and one of its own. */
static int list_measure(struct list *of)
{
	struct list own, *copy = list_new(0), *both[2] = { &own, copy };

	memset(&own, 0, sizeof(own));
	copy->lock = NULL;
	own.lock = of->lock;
	(&own)->lock = NULL;
	(*copy).lock = own.lock;
	for (struct node *n = of->head; n != NULL; n = n->next)
		own.length++;
	copy->length = own.length;
	lists = copy->other;
	drop(copy);
	return both[0]->length;
}

struct list_add_cs {     /* l->lock, in.c:81-90 */
	struct list *l;  /* in */
	int value;       /* in */
};

static int list_add_cs(void *ctx)
{
	struct list_add_cs *cs = ctx;
	struct list *l = cs->l;
	int value = cs->value;
	struct node *n = node_new(value);
	n->next = l->head;
	l->head = n;
	if (l->other == NULL)
		list_new(0);
	l->length = list_measure(l);
	return 0;
}

static void list_add(struct list *l, int value)
{
	struct list_add_cs cs = { .l = l, .value = value };
	if (l->lock)
		rcl_exec_errno(l->lock, list_add_cs, &cs, sizeof(cs));
	else
		list_add_cs(&cs);
}

static struct node *node_get(int value)
{
	struct node *n = spare;

	if (n)
		spare = n->next;
	else
		n = malloc(sizeof(*n));
	n->lock = NULL;
	n->value = value;
	return n;
}

struct node_swap_cs {      /* old->lock, in.c:109-111 */
	struct node *old;  /* in */
};

static int node_swap_cs(void *ctx)
{
	struct node_swap_cs *cs = ctx;
	struct node *old = cs->old;

	old->value = -node_get(old->value)->value;
	return RCL_KEEP;
}

/* What it gets may have been there before. */
static void node_swap(struct node *old)
{
	struct node_swap_cs cs = { .old = old };
	if (old->lock)
		rcl_exec_errno(old->lock, node_swap_cs, &cs, sizeof(cs));
	else
		node_swap_cs(&cs);
	if (old->lock)
		rcl_unlock(old->lock);
}

static void list_turn(struct list *l)
{
	struct list *now = malloc(sizeof(*now));

	now->lock = NULL;
	drop(now);
	now = l;
	now->lock = NULL;
}

struct list_end_cs {     /* l->lock, in.c:129-132 */
	struct list *l;  /* in */
};

static int list_end_cs(void *ctx)
{
	struct list_end_cs *cs = ctx;
	struct list *l = cs->l;

	l->length = -1;
	list_turn(l);
	return RCL_KEEP;
}

/* What it has made it has no more. */
static void list_end(struct list *l)
{
	struct list_end_cs cs = { .l = l };
	if (l->lock)
		rcl_exec_errno(l->lock, list_end_cs, &cs, sizeof(cs));
	else
		list_end_cs(&cs);
	if (l->lock)
		rcl_unlock(l->lock);
}

static void list_replace(struct list **where)
{
	struct list *now = list_new(0);

	*where = now;
	now->length = 1;
}

/* lists->lock, in.c:148-151 */
static int list_renew_cs(void *ctx)
{
	lists->length++;
	list_replace(&lists);
	return RCL_KEEP;
}

/* Another list is asked then. */
static void list_renew(void)
{
	if (lists->lock)
		rcl_exec_errno(lists->lock, list_renew_cs, NULL, 0);
	else
		list_renew_cs(NULL);
	if (lists->lock)
		rcl_unlock(lists->lock);
}

static void list_clear(struct list *l)
{
	l->lock = NULL;
}

static void list_leave(struct list *l)
{
	struct list *own = list_new(0);

	list_clear(own);
	list_clear(l);
}

struct list_quit_cs {    /* l->lock, in.c:172-175 */
	struct list *l;  /* in */
};

static int list_quit_cs(void *ctx)
{
	struct list_quit_cs *cs = ctx;
	struct list *l = cs->l;

	l->length = -2;
	list_leave(l);
	return RCL_KEEP;
}

/* The same function gets what is new, and what is not. */
static void list_quit(struct list *l)
{
	struct list_quit_cs cs = { .l = l };
	if (l->lock)
		rcl_exec_errno(l->lock, list_quit_cs, &cs, sizeof(cs));
	else
		list_quit_cs(&cs);
	if (l->lock)
		rcl_unlock(l->lock);
}

static void list_note(void)
{
	static struct list known, *last;

	known.lock = NULL;
	if (last)
		last->lock = NULL;
	last = lists;
}

struct list_keep_cs {    /* l->lock, in.c:193-196 */
	struct list *l;  /* in */
};

static int list_keep_cs(void *ctx)
{
	struct list_keep_cs *cs = ctx;
	struct list *l = cs->l;

	l->length = -3;
	list_note();
	return RCL_KEEP;
}

/* A static variable was there before. */
static void list_keep(struct list *l)
{
	struct list_keep_cs cs = { .l = l };
	if (l->lock)
		rcl_exec_anon(l->lock, list_keep_cs, &cs, sizeof(cs));
	else
		list_keep_cs(&cs);
	if (l->lock)
		rcl_unlock(l->lock);
}

static void list_take(struct list *l, struct list *array)
{
	struct list *held[2] = { array, l }, whole = *l;
	struct list **each = held;

	whole.lock = NULL;
	held[0] = NULL;
	each[1]->lock = whole.lock;
}

struct list_hold_cs {    /* l->lock, in.c:214-217 */
	struct list *l;  /* in */
};

static int list_hold_cs(void *ctx)
{
	struct list_hold_cs *cs = ctx;
	struct list *l = cs->l;

	l->length = -4;
	list_take(l, l);
	return RCL_KEEP;
}

/* The array is its own, but not what that leads to. */
static void list_hold(struct list *l)
{
	struct list_hold_cs cs = { .l = l };
	if (l->lock)
		rcl_exec_anon(l->lock, list_hold_cs, &cs, sizeof(cs));
	else
		list_hold_cs(&cs);
	if (l->lock)
		rcl_unlock(l->lock);
}

int main(void)
{
	struct list *one = list_new(1), *two = list_new(0);

	for (int i = 0; i < 5; i++) {
		list_add(one, i);
		list_add(two, i * i);
	}
	one->head->lock = one->lock;
	node_swap(one->head);
	node_swap(two->head);
	printf("%d %d %d %d\n", one->length, two->length, one->head->value, made);
	list_renew();
	list_end(two);
	list_quit(two);
	list_keep(two);
	list_hold(two);
	printf("%d %d\n", two->length, lists == two);
	return 0;
}
