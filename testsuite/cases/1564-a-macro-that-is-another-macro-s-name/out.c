/* Lock macros without arguments that are the names of others, which take those that stand behind them. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define IMPL_LOCK(mutex) rcl_lock (&(mutex))
#define IMPL_UNLOCK(mutex) rcl_unlock (&(mutex))
#define MUTEX_LOCK IMPL_LOCK
#define MUTEX_UNLOCK	IMPL_UNLOCK
#define LOCK MUTEX_LOCK
#define UNLOCK(mutex) MUTEX_UNLOCK (mutex)

struct account {
	rcl_mutex_t lock;
	int sum;
};

static struct account first = { RCL_MUTEX_INITIALIZER(account_lock), 0 };
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int total;

struct deposit_cs {         /* a->lock, in.c:25-32 */
	struct account *a;  /* in */
	int n;              /* in */
	int r;              /* out */
};

static int deposit_cs(void *ctx)
{
	struct deposit_cs *cs = ctx;
	struct account *a = cs->a;
	int n = cs->n;
	int r;

	if (a->sum > 500) {
		return 1;
	}
	a->sum += n;
	r = a->sum;
	cs->r = r;
	return 0;
}

static int deposit(struct account *a, int n)
{
	int r;

	struct deposit_cs cs = { .a = a, .n = n };
	if (rcl_exec_anon(&a->lock, deposit_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	r = cs.r;
	return r;
}

struct count_cs {  /* other, in.c:38-40 */
	int n;     /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void count(int n)
{
	struct count_cs cs = { .n = n };
	rcl_exec_anon(&other, count_cs, &cs, sizeof(cs));
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 100; i++) {
		deposit(arg, i % 3);
		count(1);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &first);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d\n", first.sum, total, deposit(&first, 400) + deposit(&first, 1));
	return 0;
}
