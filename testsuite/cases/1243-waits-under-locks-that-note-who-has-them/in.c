/* Sections that wait for a condition, or hold others, under locks that note who has them. */
#include <pthread.h>
#include <stdio.h>

struct my_mutex { pthread_mutex_t m; pthread_t owner; int taken, given; };

static struct my_mutex queue_lock = { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0 };
static struct my_mutex sum_lock = { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0 };
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int length, sum, got;

static void my_lock(struct my_mutex *l)
{
	pthread_mutex_lock(&l->m);
	l->owner = pthread_self();
	l->taken++;
}

static void my_unlock(struct my_mutex *l)
{
	l->given++;
	pthread_mutex_unlock(&l->m);
}

static void put(int n)
{
	my_lock(&queue_lock);
	length += n;
	pthread_cond_signal(&filled);
	my_unlock(&queue_lock);
}

static int get(struct my_mutex *l)
{
	int n;

	my_lock(l);
	while (length == 0)
		pthread_cond_wait(&filled, &l->m);
	n = length;
	length = 0;
	my_unlock(l);
	return n;
}

static int get_counted(void)
{
	int n;

	my_lock(&queue_lock);
	got++;
	while (length == 0)
		pthread_cond_wait(&filled, &queue_lock.m);
	n = length;
	length = 0;
	my_lock(&sum_lock);
	sum += n;
	my_unlock(&sum_lock);
	my_unlock(&queue_lock);
	return n;
}

static void nested(struct my_mutex *outer, struct my_mutex *inner, int *n)
{
	int count = 0;

	my_lock(outer);
	got += *n;
	my_lock(inner);
	sum += got - *n;
	count = *n;
	my_unlock(inner);
	my_unlock(outer);
	*n += count - *n;
}

static void *work(void *arg)
{
	int *total = arg;
	int i;

	for (i = 0; i < 50; i++)
		*total += i % 2 ? get(&queue_lock) : get_counted();
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int total = 0, none = 0, i;

	pthread_create(&thread, NULL, work, &total);
	for (i = 0; i < 50; i++) {
		int left;

		put(1);
		do {
			my_lock(&queue_lock);
			left = length;
			my_unlock(&queue_lock);
		} while (left);
	}
	pthread_join(thread, NULL);
	nested(&queue_lock, &sum_lock, &none);
	printf("%d %d %d %d\n", total, got, queue_lock.taken - queue_lock.given, sum_lock.taken);
	return length;
}
