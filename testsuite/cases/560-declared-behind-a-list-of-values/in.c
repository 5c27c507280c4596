#include <pthread.h>
#include <stdio.h>

struct item {
	int id;
	struct item *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *items;

static struct item take(int id)
{
	struct item none = { 0 }, *item, **link;

	pthread_mutex_lock(&lock);
	for (link = &items; (item = *link) != NULL; link = &item->next)
		if (item->id == id) {
			struct item taken = *item;

			*link = item->next;
			pthread_mutex_unlock(&lock);
			item->next = NULL;
			return taken;
		}
	pthread_mutex_unlock(&lock);
	return none;
}

static int sum(void)
{
	int weights[] = { 1, 2 }, total, n = 0;
	struct item first = { .id = 0, .next = NULL }, *item, last = { 0, NULL };

	pthread_mutex_lock(&lock);
	total = first.id + last.id;
	for (item = items; item; item = item->next)
		total += weights[n++ & 1] * item->id;
	if (total > 100)
		n = 0;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	struct item one = { 1, NULL }, two = { 2, &one };

	pthread_mutex_lock(&lock);
	items = &two;
	pthread_mutex_unlock(&lock);
	printf("%d\n", sum());
	printf("%d\n", take(1).id + take(3).id);
	printf("%d\n", sum());
	return 0;
}
