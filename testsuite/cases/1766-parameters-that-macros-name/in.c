/* What lock functions ask names their parameters to macros that make names of these, or by macros alone; or so it
   names their variables. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t *mutex;
	int length, first, second, first_on, second_on;
};

#define FIELD(q, field) ((q)->field)
#define IS_ON(q, field) ((q)->field##_on)
#define HAS_MUTEX(q) ((q)->mutex != NULL)
#define WANTED level
#define IS_THERE (own != NULL)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct queue locked = { &mutex, 0, 1, 2, 1, 0 }, plain = { NULL, 0, 5, 1, 0, 1 };
static int level = 1, *own = &level;

static void lock_field(struct queue *q, int first)
{
	if (FIELD(q, first) == first)
		pthread_mutex_lock(q->mutex);
}

static void unlock_field(struct queue *q, int first)
{
	if (FIELD(q, first) == first)
		pthread_mutex_unlock(q->mutex);
}

static void lock_on(struct queue *q, int first)
{
	if (IS_ON(q, first) == first)
		pthread_mutex_lock(q->mutex);
}

static void unlock_on(struct queue *q, int first)
{
	if (IS_ON(q, first) == first)
		pthread_mutex_unlock(q->mutex);
}

static void lock_wanted(struct queue *q, int level)
{
	if (WANTED > 2)
		pthread_mutex_lock(q->mutex);
}

static void unlock_wanted(struct queue *q, int level)
{
	if (WANTED > 2)
		pthread_mutex_unlock(q->mutex);
}

static void lock_own(struct queue *q)
{
	pthread_mutex_t *own = q->mutex;

	if (IS_THERE)
		pthread_mutex_lock(q->mutex);
}

static void unlock_own(struct queue *q)
{
	pthread_mutex_t *own = q->mutex;

	if (IS_THERE)
		pthread_mutex_unlock(q->mutex);
}

static void lock_there(struct queue *q)
{
	if (HAS_MUTEX(q))
		pthread_mutex_lock(q->mutex);
}

static void unlock_there(struct queue *q)
{
	if (HAS_MUTEX(q))
		pthread_mutex_unlock(q->mutex);
}

static void by_field(struct queue *queue, int second)
{
	lock_field(queue, second);
	queue->length += 1;
	unlock_field(queue, second);
}

static void by_name(struct queue *queue, int second)
{
	lock_on(queue, second);
	queue->length += 2;
	unlock_on(queue, second);
}

static void by_macro(struct queue *queue, int n)
{
	lock_wanted(queue, n);
	queue->length += 4;
	unlock_wanted(queue, n);
}

static void by_variable(struct queue *queue)
{
	lock_own(queue);
	queue->length += 16;
	unlock_own(queue);
}

/* these macros make no name of it */
static void simple(struct queue *queue)
{
	lock_there(queue);
	queue->length += 8;
	unlock_there(queue);
}

int main(void)
{
	by_field(&locked, 1);
	by_field(&plain, 1);
	by_name(&locked, 1);
	by_name(&plain, 1);
	by_macro(&locked, 3);
	by_macro(&plain, 1);
	level = 3;
	by_macro(&plain, 2);
	by_variable(&locked);
	by_variable(&plain);
	simple(&locked);
	simple(&plain);
	printf("%d %d %d\n", locked.length, plain.length, *own);
	return 0;
}
