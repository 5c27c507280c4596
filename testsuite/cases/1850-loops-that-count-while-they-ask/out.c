/* A section waits in a loop that asks a function which counts how often it is asked, changes what it has just read, or
   is that of a function which calls itself: only another thread ends it. Others end by what they do. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdatomic.h>
#include <stdio.h>

struct queue {
	int places[8];
	int first;
	int left;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
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

struct finish_cs {  /* lock, in.c:33-37 */
	int n;      /* in */
};

static int finish_cs(void *ctx)
{
	struct finish_cs *cs = ctx;
	int n = cs->n;

	while (!is_over())
		;
	sum += n;
	return 0;
}

static void finish(int n)
{
	struct finish_cs cs = { .n = n };
	rcl_exec_blocking(&lock, finish_cs, &cs, sizeof(cs));
}

struct finish_too_cs {  /* lock, in.c:44-50 */
	int n;          /* in */
};

static int finish_too_cs(void *ctx)
{
	struct finish_too_cs *cs = ctx;
	int n = cs->n;
	int seen;

	do {
		seen = atomic_load(&state);
		seen &= 3;
	} while (seen != 2);
	sum += n;
	return 0;
}

static void finish_too(int n)
{
	struct finish_too_cs cs = { .n = n };
	rcl_exec_blocking(&lock, finish_too_cs, &cs, sizeof(cs));
}

struct finish_as_well_cs {  /* lock, in.c:55-58 */
	int n;              /* in */
};

static int finish_as_well_cs(void *ctx)
{
	struct finish_as_well_cs *cs = ctx;
	int n = cs->n;

	wait_until(2);
	sum += n;
	return 0;
}

static void finish_as_well(int n)
{
	struct finish_as_well_cs cs = { .n = n };
	rcl_exec_blocking(&lock, finish_as_well_cs, &cs, sizeof(cs));
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

struct fill_cs {  /* lock, in.c:77-82 */
	int n;    /* in */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = ctx;
	int n = cs->n;

	do
		queue.places[(queue.first + queue.left) % 8] = n;
	while (++queue.left < 8);
	sum += total(&queue, 8);
	return 0;
}

/* these end by themselves */
static void fill(int n)
{
	struct fill_cs cs = { .n = n };
	rcl_exec_anon(&lock, fill_cs, &cs, sizeof(cs));
}

/* lock, in.c:89-92 */
static int drain_cs(void *ctx)
{
	int n;

	while ((n = take(&queue)) != 0)
		sum += n;
	return 0;
}

static void drain(void)
{
	rcl_exec_anon(&lock, drain_cs, NULL, 0);
}

struct digits_cs {  /* lock, in.c:99-106 */
	int n;      /* in */
};

static int digits_cs(void *ctx)
{
	struct digits_cs *cs = ctx;
	int n = cs->n;
	int digit;

	do {
		digit = n;
		digit %= 10;
		sum += digit;
		n /= 10;
	} while (n > 0);
	return 0;
}

static void digits(int n)
{
	struct digits_cs cs = { .n = n };
	rcl_exec_anon(&lock, digits_cs, &cs, sizeof(cs));
}

/* lock, in.c:111-114 */
static int begin_cs(void *ctx)
{
	atomic_store(&state, 5);
	sum++;
	return 0;
}

static void begin(void)
{
	rcl_exec_anon(&lock, begin_cs, NULL, 0);
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
