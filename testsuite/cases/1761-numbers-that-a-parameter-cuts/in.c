/* Lock functions are given numbers of other types than their parameters, which are other numbers there. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t mutex;
	int length;
	short level;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0, 2 };

static void lock_if(struct queue *q, char wanted)
{
	if (wanted)
		pthread_mutex_lock(&q->mutex);
}

static void unlock_if(struct queue *q, char wanted)
{
	if (wanted)
		pthread_mutex_unlock(&q->mutex);
}

static void lock_above(struct queue *q, unsigned level)
{
	if (level > 5)
		pthread_mutex_lock(&q->mutex);
}

static void unlock_above(struct queue *q, unsigned level)
{
	if (level > 5)
		pthread_mutex_unlock(&q->mutex);
}

static void lock_safe(struct queue *q, bool safe)
{
	if (safe)
		pthread_mutex_lock(&q->mutex);
}

static void unlock_safe(struct queue *q, bool safe)
{
	if (safe)
		pthread_mutex_unlock(&q->mutex);
}

static int begin(struct queue *q, int id)
{
	if (id < 0)
		return -1;
	pthread_mutex_lock(&q->mutex);
	return 0;
}

static void lock_short(struct queue *q, short wanted)
{
	lock_safe(q, wanted);
}

static void unlock_short(struct queue *q, short wanted)
{
	unlock_safe(q, wanted);
}

static bool is_wanted(unsigned char wanted)
{
	return wanted;
}

static char low_part(int n)
{
	return n;
}

static void add(struct queue *q, int n)
{
	lock_if(q, n);
	q->length += 1;
	unlock_if(q, n);
}

static void add_part(struct queue *q, double n)
{
	lock_above(q, n * 8);
	q->length += 2;
	unlock_above(q, n * 8);
}

static void add_above(struct queue *q, int level)
{
	lock_above(q, level);
	q->length += 4;
	unlock_above(q, level);
}

/* here nothing is cut */
static void add_safe(struct queue *q, int safe)
{
	lock_safe(q, safe);
	q->length += 8;
	unlock_safe(q, safe);
	lock_above(q, 7);
	q->length += 1;
	unlock_above(q, 7);
	lock_if(q, safe > 3);
	q->length += 1;
	unlock_if(q, safe > 3);
}

static int add_id(struct queue *q, unsigned id)
{
	if (begin(q, id) < 0)
		return -1;
	q->length += 16;
	pthread_mutex_unlock(&q->mutex);
	return 0;
}

static int add_level(struct queue *q)
{
	if (begin(q, q->level) < 0)
		return -1;
	q->length += 32;
	pthread_mutex_unlock(&q->mutex);
	return 0;
}

static void add_short(struct queue *q, int n)
{
	lock_short(q, n);
	q->length += 64;
	unlock_short(q, n);
}

/* taken by what is cut, given back by what is not */
static void keep(struct queue *q, int n)
{
	if (n)
		pthread_mutex_lock(&q->mutex);
	q->length += 128;
	if (is_wanted(n))
		pthread_mutex_unlock(&q->mutex);
}

static void keep_low(struct queue *q, int n)
{
	if (n)
		pthread_mutex_lock(&q->mutex);
	q->length += 256;
	if (low_part(n))
		pthread_mutex_unlock(&q->mutex);
}

static int is_taken(struct queue *q)
{
	if (pthread_mutex_trylock(&q->mutex) != 0)
		return 1;
	pthread_mutex_unlock(&q->mutex);
	return 0;
}

int main(void)
{
	int sum = 0;

	add(&queue, 3);
	add_part(&queue, 0.5);
	add_part(&queue, 1);
	add_above(&queue, -1);
	add_safe(&queue, 256);
	sum += add_id(&queue, 3) + add_level(&queue);
	add_short(&queue, 5);
	keep(&queue, 1);
	keep_low(&queue, 1);
	/* who has the mutex does not wait for itself where no lock is taken */
	pthread_mutex_lock(&queue.mutex);
	add(&queue, 256);
	sum += 3 * add_id(&queue, 3000000000u);
	add_short(&queue, 0x10000);
	pthread_mutex_unlock(&queue.mutex);
	keep(&queue, 512);
	sum += 10 * is_taken(&queue);
	pthread_mutex_unlock(&queue.mutex);
	keep_low(&queue, 512);
	sum += 100 * is_taken(&queue);
	pthread_mutex_unlock(&queue.mutex);
	printf("%d %d\n", sum, queue.length);
	return 0;
}
