#include <pthread.h>
#include <stdio.h>

struct item {
	struct item *next;
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *queue;

/*
 * Takes the first item off the queue, NULL if there is none.
 */
static struct item *pop(void)
{
	struct item *item;

	pthread_mutex_lock(&lock);
	item = queue;
	/* the last one leaves an empty queue */
	if (item != NULL)
		queue = item->next;
	pthread_mutex_unlock(&lock);

	return item;
}

/* Puts an item on the queue. */
static void push(struct item *item)
{
	pthread_mutex_lock(&lock);
	item->next = queue;
	queue = item;
	pthread_mutex_unlock(&lock);
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
