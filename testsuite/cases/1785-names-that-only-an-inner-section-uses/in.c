/* A variable that only an inner section uses is no variable of the outer one, which has a tag or a field of that name. */
#include <pthread.h>
#include <stdio.h>

struct item { int item, cost; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static struct item items[2] = { { 1, 2 }, { 3, 4 } };
static int shared;

static void by_a_tag(int n)
{
	int item;

	pthread_mutex_lock(&lock);
	for (struct item *at = items; at < items + 2; at++) {
		at->cost += n;
		pthread_mutex_lock(&inner);
		item = shared + n;
		shared += item;
		pthread_mutex_unlock(&inner);
	}
	pthread_mutex_unlock(&lock);
}

static void by_a_field(int n)
{
	int cost, item;

	pthread_mutex_lock(&lock);
	items[0].cost += n;
	items[1].item -= n;
	pthread_mutex_lock(&inner);
	cost = shared + n;
	item = cost + 1;
	shared += item;
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	by_a_tag(3);
	by_a_field(4);
	printf("%d %d %d\n", shared, items[0].cost, items[1].item);
	return 0;
}
