/* Macros that are called like what a lock function names, and are defined behind it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	long items;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock_in), 1 }, other = { RCL_MUTEX_INITIALIZER(queue_lock_in_10), 2 };
static struct queue spare = { RCL_MUTEX_INITIALIZER(queue_lock_in_11), 3 };
static long total;

#define SPARE spare

static rcl_mutex_t *queue_mutex(void)
{
	return &queue.lock;
}

static rcl_mutex_t *spare_mutex(void)
{
	return &SPARE.lock;
}

struct before_cs {  /* queue.lock, in.c:38-40 */
	long n;     /* in-out */
};

static int before_cs(void *ctx)
{
	struct before_cs *cs = ctx;
	long n = cs->n;

	n += queue.items++;
	cs->n = n;
	return 0;
}

static long before(long n)
{
	struct before_cs cs = { .n = n };
	rcl_exec_anon(queue_mutex(), before_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

#define queue other
#undef SPARE
#define SPARE other

static int is_free(rcl_mutex_t *m)
{
	int result = rcl_trylock(m);

	if (result == 0)
		rcl_unlock(m);
	return result == 0;
}

struct of_another_cs {  /* queue.lock, in.c:61-64 */
	int result;     /* out */
};

static int of_another_cs(void *ctx)
{
	struct of_another_cs *cs = ctx;
	int result;

	total += queue.items;
	result = is_free(&queue.lock);
	cs->result = result;
	return 0;
}

static int of_another(void)
{
	int result;

	struct of_another_cs cs;
	rcl_exec_anon(queue_mutex(), of_another_cs, &cs, sizeof(cs));
	result = cs.result;
	return result;
}

struct of_a_spare_one_cs {  /* spare.lock, in.c:72-75 */
	int result;         /* out */
};

static int of_a_spare_one_cs(void *ctx)
{
	struct of_a_spare_one_cs *cs = ctx;
	int result;

	total += SPARE.items;
	result = is_free(&SPARE.lock);
	cs->result = result;
	return 0;
}

static int of_a_spare_one(void)
{
	int result;

	struct of_a_spare_one_cs cs;
	rcl_exec_anon(spare_mutex(), of_a_spare_one_cs, &cs, sizeof(cs));
	result = cs.result;
	return result;
}

int main(void)
{
	printf("%ld\n", before(5));
	printf("%d %d %ld\n", of_another(), of_a_spare_one(), total);
	return 0;
}
