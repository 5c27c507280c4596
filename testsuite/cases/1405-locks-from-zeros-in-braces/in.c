/* Locks of structures and arrays that lists of zeros initialise, with as many braces as pthread's types have. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	long items;
};

struct set {
	int number;
	pthread_mutex_t locks[2];
};

static struct queue named = { .lock = { { 0 } }, .items = 1 };
static struct queue placed = { {{0}}, {{0}}, 2 };
static struct queue empty = { {}, {}, 3 };
static struct queue zero = {0};
static struct queue both[2] = { { { { 0 } }, PTHREAD_COND_INITIALIZER, 4 }, { .items = 5, .lock = {{0}} } };
static struct { int depth; struct queue queue; } nested = { 1, { {{0}}, {{0}}, 6 } };
static struct set set = { 2, { {{0}}, {{0}} } };
static pthread_mutex_t many[3] = { {{0}}, {{0}}, PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t few[2] = { 0 };
static long total;

static long take(struct queue *queue)
{
	long taken;

	pthread_mutex_lock(&queue->lock);
	while (queue->items < 0)
		pthread_cond_wait(&queue->filled, &queue->lock);
	taken = queue->items++;
	pthread_mutex_unlock(&queue->lock);
	return taken;
}

static void count(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	total++;
	pthread_mutex_unlock(lock);
}

static long of_locals(void)
{
	struct queue local = { {{0}}, {{0}}, 7 }, *made = &(struct queue){ {{0}}, .items = 8 };

	return take(&local) + take(made);
}

int main(void)
{
	printf("%ld %ld %ld %ld ", take(&named), take(&placed), take(&empty), take(&zero));
	printf("%ld %ld %ld %ld\n", take(both), take(both + 1), take(&nested.queue), of_locals());
	for (int i = 0; i < 3; i++)
		count(&many[i]);
	for (int i = 0; i < 2; i++) {
		count(&few[i]);
		count(&set.locks[i]);
	}
	printf("%ld\n", total);
	return 0;
}
