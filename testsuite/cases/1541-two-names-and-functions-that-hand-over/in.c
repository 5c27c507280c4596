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

int main(void)
{
	struct cursor cursor = { &first };

	printf("%d\n", second(&cursor));
	return 0;
}
