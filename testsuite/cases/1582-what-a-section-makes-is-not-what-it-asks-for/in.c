/* What a section's calls write to objects that they make themselves is not the condition of its lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	pthread_mutex_t *lock;
	struct node *next;
	int value;
};

struct list {
	pthread_mutex_t *lock;
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
		l->lock = malloc(sizeof(pthread_mutex_t));
		pthread_mutex_init(l->lock, NULL);
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

static void list_add(struct list *l, int value)
{
	if (l->lock)
		pthread_mutex_lock(l->lock);
	struct node *n = node_new(value);
	n->next = l->head;
	l->head = n;
	if (l->other == NULL)
		list_new(0);
	l->length = list_measure(l);
	if (l->lock)
		pthread_mutex_unlock(l->lock);
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

/* What it gets may have been there before. */
static void node_swap(struct node *old)
{
	if (old->lock)
		pthread_mutex_lock(old->lock);
	old->value = -node_get(old->value)->value;
	if (old->lock)
		pthread_mutex_unlock(old->lock);
}

static void list_turn(struct list *l)
{
	struct list *now = malloc(sizeof(*now));

	now->lock = NULL;
	drop(now);
	now = l;
	now->lock = NULL;
}

/* What it has made it has no more. */
static void list_end(struct list *l)
{
	if (l->lock)
		pthread_mutex_lock(l->lock);
	l->length = -1;
	list_turn(l);
	if (l->lock)
		pthread_mutex_unlock(l->lock);
}

static void list_replace(struct list **where)
{
	struct list *now = list_new(0);

	*where = now;
	now->length = 1;
}

/* Another list is asked then. */
static void list_renew(void)
{
	if (lists->lock)
		pthread_mutex_lock(lists->lock);
	lists->length++;
	list_replace(&lists);
	if (lists->lock)
		pthread_mutex_unlock(lists->lock);
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

/* The same function gets what is new, and what is not. */
static void list_quit(struct list *l)
{
	if (l->lock)
		pthread_mutex_lock(l->lock);
	l->length = -2;
	list_leave(l);
	if (l->lock)
		pthread_mutex_unlock(l->lock);
}

static void list_note(void)
{
	static struct list known, *last;

	known.lock = NULL;
	if (last)
		last->lock = NULL;
	last = lists;
}

/* A static variable was there before. */
static void list_keep(struct list *l)
{
	if (l->lock)
		pthread_mutex_lock(l->lock);
	l->length = -3;
	list_note();
	if (l->lock)
		pthread_mutex_unlock(l->lock);
}

static void list_take(struct list *l, struct list *array)
{
	struct list *held[2] = { array, l }, whole = *l;
	struct list **each = held;

	whole.lock = NULL;
	held[0] = NULL;
	each[1]->lock = whole.lock;
}

/* The array is its own, but not what that leads to. */
static void list_hold(struct list *l)
{
	if (l->lock)
		pthread_mutex_lock(l->lock);
	l->length = -4;
	list_take(l, l);
	if (l->lock)
		pthread_mutex_unlock(l->lock);
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
