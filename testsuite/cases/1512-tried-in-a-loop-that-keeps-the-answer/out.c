/* A loop that tries until it has the lock, and looks at what the attempt has given; not if the section wants that, or its head
   asks for more. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <sched.h>
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count;

struct gives_up_cs {  /* lock, in.c:15-21 */
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
	int error;

	struct gives_up_cs cs = { .n = n };
	while ((error = -rcl_tryexec(&lock, gives_up_cs, &cs, sizeof(cs))) != 0) {
		if (error != EBUSY)
			return error;
		sched_yield();
	}
	return 0;
}

struct yields_cs {  /* lock, in.c:29-33 */
	int n;      /* in-out */
};

static int yields_cs(void *ctx)
{
	struct yields_cs *cs = ctx;
	int n = cs->n;

	n = count += n;
	cs->n = n;
	return 0;
}

static int yields(int n)
{
	int error;

	struct yields_cs cs = { .n = n };
	while ((error = -rcl_tryexec(&lock, yields_cs, &cs, sizeof(cs))))
		if (error == EBUSY)
			sched_yield();
	n = cs.n;
	return n + error;
}

static int reads_it(int n)
{
	int error;

	while ((error = rcl_trylock(&lock)) != 0)
		sched_yield();
	count += n + error;
	if (count > 9) {
		rcl_unlock(&lock);
		return 1;
	}
	rcl_unlock(&lock);
	return error;
}

static int asks_for_more(int n)
{
	int error;

	while ((error = rcl_trylock(&lock)) != 0 && n < 9)
		n++;
	if (error)
		return 0;
	count += n;
	rcl_unlock(&lock);
	return n;
}

static void *all(void *of)
{
	int sum = 0;

	for (int i = 0; i < 100; i++)
		sum += gives_up(1) + (yields(2) < 1) + (reads_it(0) < 0) + (asks_for_more(0) < 0);
	*(int *)of = sum;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int sums[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, all, &sums[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d\n", sums[0], sums[1]);
	printf("%d\n", yields(0) >= 600);
	return 0;
}
