#include <pthread.h>
#include <stdio.h>

#define API_DECLARE(type) type
#define LIST_HEAD(name, type) struct name { struct type *first; }

struct item {
	struct item *next;
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *items;

/* How to use this:
 *
\code
void follow(void)
{
	give_items(items)
	while (sum_of(items) > 3) {
		LIST_HEAD(, item) own;
	}
}
API_DECLARE(int) sum_of(struct item *first)
\endcode
 *
 * The library's own loop doesn't do that.
 */
static int sum_of(struct item *first)
{
	/* It isn't
	LIST_HEAD(, item) own;
	that is summed here. */
	int sum = 0;

	pthread_mutex_lock(&lock);
	for (; first; first = first->next)
		sum += first->value;
	pthread_mutex_unlock(&lock);
	return sum;
}

int main(void)
{
	struct item two = { NULL, 2 }, one = { &two, 1 };

	pthread_mutex_lock(&lock);
	items = &one;
	pthread_mutex_unlock(&lock);
	printf("%d\n", sum_of(items));
	return 0;
}
