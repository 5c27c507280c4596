#include <pthread.h>
#include <stdio.h>

struct node {
	pthread_mutex_t lock;
	struct node *next;
	int value;
};
struct cursor {
	struct node *at;
};

static struct node last = { PTHREAD_MUTEX_INITIALIZER, NULL, 5 };
static struct node first = { PTHREAD_MUTEX_INITIALIZER, &last, 3 };

/* takes the next one before it gives this one back */
static void step(struct cursor *cursor)
{
	struct node *node = cursor->at;

	pthread_mutex_lock(&node->next->lock);
	cursor->at = node->next;
	pthread_mutex_unlock(&node->lock);
}

/* what is released is not what was taken */
static int second(struct cursor *cursor)
{
	struct node *node = cursor->at;
	int value;

	pthread_mutex_lock(&node->lock);
	value = node->value;
	step(cursor);
	value += cursor->at->value;
	pthread_mutex_unlock(&cursor->at->lock);
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

	pthread_mutex_unlock(&node->lock);
	hook(cursor);
	pthread_mutex_lock(&cursor->at->lock);
}

static int both(struct cursor *cursor)
{
	int value;

	pthread_mutex_lock(&cursor->at->lock);
	value = cursor->at->value;
	passed(cursor);
	value -= cursor->at->value;
	pthread_mutex_unlock(&cursor->at->lock);
	return value;
}

/* so it is where that comes before what is taken at the end */
static int third(struct cursor *cursor, int there)
{
	struct node *node = cursor->at;
	int value = 0;

	if (there)
		pthread_mutex_lock(&node->lock);
	else
		value = 1;
	if (there)
		value += node->value;
	hook(cursor);
	pthread_mutex_unlock(&cursor->at->lock);
	return value;
}

int main(void)
{
	struct cursor cursor = { &first };

	printf("%d ", second(&cursor));
	cursor.at = &first;
	printf("%d ", both(&cursor));
	cursor.at = &first;
	pthread_mutex_lock(&last.lock);
	printf("%d\n", third(&cursor, 0));
	return 0;
}
