/* A section waits in a loop that asks a function which counts how often it is asked, changes what it has just read, or
   is that of a function which calls itself: only another thread ends it. Others end by what they do. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct queue {
	int places[8];
	int first;
	int left;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int state, turns;
static int polls, sum;
static struct queue queue;

static int is_over(void)
{
	polls++;
	return atomic_load(&state) % 4 == 2;
}

static void wait_until(int wanted)
{
	if (atomic_load(&state) % 4 == wanted)
		return;
	wait_until(wanted);
}

static void finish(int n)
{
	pthread_mutex_lock(&lock);
	while (!is_over())
		;
	sum += n;
	pthread_mutex_unlock(&lock);
}

static void finish_too(int n)
{
	int seen;

	pthread_mutex_lock(&lock);
	do {
		seen = atomic_load(&state);
		seen &= 3;
	} while (seen != 2);
	sum += n;
	pthread_mutex_unlock(&lock);
}

static void finish_as_well(int n)
{
	pthread_mutex_lock(&lock);
	wait_until(2);
	sum += n;
	pthread_mutex_unlock(&lock);
}

static int take(struct queue *q)
{
	if (q->left == 0)
		return 0;
	q->left--;
	return q->places[q->first++ % 8];
}

static int total(struct queue *q, int left)
{
	return left > 0 ? q->places[left - 1] + total(q, left - 1) : 0;
}

/* these end by themselves */
static void fill(int n)
{
	pthread_mutex_lock(&lock);
	do
		queue.places[(queue.first + queue.left) % 8] = n;
	while (++queue.left < 8);
	sum += total(&queue, 8);
	pthread_mutex_unlock(&lock);
}

static void drain(void)
{
	int n;

	pthread_mutex_lock(&lock);
	while ((n = take(&queue)) != 0)
		sum += n;
	pthread_mutex_unlock(&lock);
}

static void digits(int n)
{
	int digit;

	pthread_mutex_lock(&lock);
	do {
		digit = n;
		digit %= 10;
		sum += digit;
		n /= 10;
	} while (n > 0);
	pthread_mutex_unlock(&lock);
}

static void begin(void)
{
	pthread_mutex_lock(&lock);
	atomic_store(&state, 5);
	sum++;
	pthread_mutex_unlock(&lock);
	atomic_store(&state, 6);
}

static void *beside(void *unused)
{
	while (atomic_load(&turns) < 30) {
		finish(0);
		finish_too(0);
		finish_as_well(0);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	atomic_store(&state, 2);
	pthread_create(&thread, NULL, beside, NULL);
	for (; turns < 30; turns++)
		begin();
	pthread_join(thread, NULL);
	finish(1);
	finish_too(2);
	finish_as_well(3);
	fill(2);
	drain();
	digits(1234);
	printf("%d\n", sum);
	return 0;
}
