/* Arguments that stand below each other still do when the call's name gets shorter, or longer. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define CHECKED(call, why) \
	do {                                   \
		if ((call) != 0)               \
			puts(why);             \
	} while (0)

#define AWAIT(q)                                                 \
	do {                                                     \
		while (!(q)->items)                              \
			pthread_cond_wait(&(q)->filled,          \
					  &(q)->guarding_all_items);     \
	} while (0)

struct queue {
	pthread_mutex_t guarding_all_items;
	pthread_cond_t filled;
	int items;
};

static struct queue queue;

static pthread_mutex_t *guard_of(struct queue *q,
				 int number)
{
	return number ? &q->guarding_all_items
		      : NULL;
}

static int take(struct queue *q, long seconds)
{
	struct timespec until;
	int status = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += seconds;
	pthread_mutex_lock(guard_of(q,
				    1));
	while (!q->items && status != ETIMEDOUT)
		status = pthread_cond_timedwait(&q->filled,
						&q->guarding_all_items, /* which
						is given back meanwhile */
						&until);
	if (q->items)
		q->items--;
	pthread_mutex_unlock(guard_of(q, 1));
	return status;
}

static int await(struct queue *q)
{
	int items;

	pthread_mutex_lock(&q->guarding_all_items);
	AWAIT(q);
	items = q->items;
	pthread_mutex_unlock(&q->guarding_all_items);
	return items;
}

static void prepare(struct queue *q)
{
	if (pthread_mutex_init(&q->guarding_all_items,
	                       NULL) ||
	    pthread_cond_init(&q->filled,
	                      NULL))
		puts("no lock");
	CHECKED(pthread_cond_broadcast(
			&q->filled),
		"nobody woken");
}

int main(void)
{
	prepare(&queue);
	queue.items = 2;
	printf("%d\n", await(&queue));
	printf("%d\n", take(&queue, 0) + take(&queue, 0));
	printf("%d\n", take(&queue, 0) == ETIMEDOUT);
	CHECKED(pthread_cond_destroy(&queue.filled), "still there");
	CHECKED(pthread_mutex_destroy(guard_of(&queue,
					       1)), "still there");
	return 0;
}
