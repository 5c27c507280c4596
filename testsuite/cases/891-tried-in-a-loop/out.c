/* A loop that tries until it has the lock, or a jump back; not if it may end without, or changes what the section gets. */
#include <pthread.h>
#include "rcl_config.h"
#include <sched.h>
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, waited;

struct spins_cs {  /* lock, in.c:11-13 */
	int n;     /* in */
};

static int spins_cs(void *ctx)
{
	struct spins_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int spins(int n)
{
	struct spins_cs cs = { .n = n };
	while (rcl_tryexec(&lock, spins_cs, &cs, sizeof(cs)) < 0);
	return 1;
}

struct yields_cs {  /* lock, in.c:21-32 */
	int n;      /* in */
	int r;      /* out */
};

static int yields_cs(void *ctx)
{
	struct yields_cs *cs = ctx;
	int n = cs->n;
	int r;

	if (n > 50) {
		return 1;
	}
	count += n;
	r = count < 0 ? n : 2;
	cs->r = r;
	return 0;
}

static int yields(int n)
{
	int r = 0;

	struct yields_cs cs = { .n = n };
	int way;

	while ((way = rcl_tryexec(&lock, yields_cs, &cs, sizeof(cs))) < 0) {
		sched_yield();
		/* not yet */
		r |= 0;
	}

	if (way == 1)
		return 1;
	r = cs.r;
	return r;
}

struct gives_up_cs {  /* lock, in.c:40-45 */
	int n;        /* in */
};

static int gives_up_cs(void *ctx)
{
	struct gives_up_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int gives_up(int n)
{
	int tries = 0;

	struct gives_up_cs cs = { .n = n };
	while (rcl_tryexec(&lock, gives_up_cs, &cs, sizeof(cs)) < 0) {
		if (++tries > 1000000000)
			return 0;
	}
	return 1;
}

static int goes_on_without(int n)
{
	int tries = 0;

	while (rcl_trylock(&lock) != 0)
		if (++tries > 1000000000)
			break;
	count += n;
	rcl_unlock(&lock);
	return 1;
}

static int counts(int n)
{
	int tries = 0;

	while (rcl_trylock(&lock) != 0)
		tries++;
	count += n;
	waited += tries;
	rcl_unlock(&lock);
	return 1;
}

static int while_it_can(int n)
{
	while (rcl_trylock(&lock) == 0) {
		count += n;
		rcl_unlock(&lock);
		if (n >= 0)
			break;
	}
	return 1;
}

struct back_cs {  /* lock, in.c:87-90 */
	int n;    /* in */
};

static int back_cs(void *ctx)
{
	struct back_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int back(int n)
{
again:
	{
		struct back_cs cs = { .n = n };
		if (rcl_tryexec(&lock, back_cs, &cs, sizeof(cs)) < 0)
			goto again;
	}
	return 1;
}

static void *run(void *arg)
{
	int i, sum = 0;

	for (i = 0; i < 100; i++)
		sum += spins(i) + yields(i) + gives_up(i) + goes_on_without(i) + counts(i) + while_it_can(0) + back(i);
	*(int *)arg = sum;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int sums[2], i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, &sums[i]);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %d\n", sums[0], sums[1], count, waited < 0);
	return 0;
}
