/* What a lock function says by macros means that where it stands, not where it is called, nor behind it. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t *lock;
	int count;
};

#define LOCK (&other)
#define LOCK_OF(n) LOCK
#define HAS_LOCK(q) ((q)->lock != NULL)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static struct queue with = { &m, 0 }, without = { NULL, 0 };
static int total, free_ones, threads = 1;

static void take(void)
{
#undef LOCK
#define LOCK (&m)
	pthread_mutex_lock(LOCK_OF(1));
#undef LOCK
#define LOCK (&other)
}

static void give(void)
{
	pthread_mutex_unlock(&m);
}

static void lock_queue(struct queue *q)
{
	if (!HAS_LOCK(q))
		return;
	pthread_mutex_lock(q->lock);
}

static void unlock_queue(struct queue *q)
{
	if (HAS_LOCK(q))
		pthread_mutex_unlock(q->lock);
}

static void take_if_any(void)
{
	if (threads)
		pthread_mutex_lock(&m);
}

static void give_if_any(void)
{
	if (threads)
		pthread_mutex_unlock(&m);
}

#undef HAS_LOCK
#define HAS_LOCK(q) 0
#define threads 0

/* is the mutex free, though a section has it? */
static void look(void)
{
	if (pthread_mutex_trylock(&m) == 0) {
		free_ones++;
		pthread_mutex_unlock(&m);
	}
}

static int add(int n)
{
	take();
	total += n;
	look();
	give();
	return n;
}

static int push(struct queue *q, int n)
{
	lock_queue(q);
	q->count += n;
	if (q == &with)
		look();
	unlock_queue(q);
	return q->count;
}

static int count(int n)
{
	take_if_any();
	total += n + threads;
	look();
	give_if_any();
	return n;
}

static int others(int n)
{
	pthread_mutex_lock(&other);
	total += n + HAS_LOCK(&with);
	pthread_mutex_unlock(&other);
	return n;
}

int main(void)
{
	int sum = add(3) + push(&with, 4) + push(&without, 5) + count(6) + others(7);

	printf("%d %d %d\n", sum, total, free_ones);
	return 0;
}
