/* A section waits in a loop that only another thread ends, whatever it calls there that does not: none may run it for
   others, for it may be the one that ends it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdatomic.h>
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static atomic_int state, turns;
static int asked, sum;

static void relax(void)
{
	asked++;
}

static int is_free(void)
{
	return atomic_load(&state) != 1;
}

static int (*is_over)(void) = is_free;

struct finish_cs {  /* lock, in.c:25-30 */
	int n;      /* in */
};

static int finish_cs(void *ctx)
{
	struct finish_cs *cs = ctx;
	int n = cs->n;

	if (atomic_load(&state) == 1)
		while (atomic_load(&state) == 1)
			relax();
	sum += n;
	return 0;
}

static void finish(int n)
{
	struct finish_cs cs = { .n = n };
	rcl_exec_blocking(&lock, finish_cs, &cs, sizeof(cs));
}

struct finish_too_cs {  /* lock, in.c:35-39 */
	int n;          /* in */
};

static int finish_too_cs(void *ctx)
{
	struct finish_too_cs *cs = ctx;
	int n = cs->n;

	while (!is_over())
		;
	sum += n;
	return 0;
}

static void finish_too(int n)
{
	struct finish_too_cs cs = { .n = n };
	rcl_exec_blocking(&lock, finish_too_cs, &cs, sizeof(cs));
}

struct count_cs {  /* lock, in.c:45-49 */
	int n;     /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;

	while (asked % 8 != n)
		relax();
	sum += n;
	return 0;
}

/* what it calls ends this one */
static void count(int n)
{
	struct count_cs cs = { .n = n };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
}

/* lock, in.c:54-57 */
static int begin_cs(void *ctx)
{
	atomic_store(&state, 1);
	sum++;
	return 0;
}

static void begin(void)
{
	rcl_exec_anon(&lock, begin_cs, NULL, 0);
	atomic_store(&state, 2);
}

static void *beside(void *unused)
{
	while (atomic_load(&turns) < 200) {
		finish(0);
		finish_too(0);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, beside, NULL);
	for (; turns < 200; turns++)
		begin();
	pthread_join(thread, NULL);
	finish(1);
	finish_too(2);
	count(3);
	printf("%d\n", sum);
	return 0;
}
