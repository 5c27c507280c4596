#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int wanted = 9, made, refused;

static int make(int n)
{
	return n % 3;
}

struct writer_cs {   /* lock, in.c:19-31 */
	int *limit;  /* in */
	int n;       /* out */
	int at;      /* where it goes on */
};

static int writer_cs(void *ctx)
{
	struct writer_cs *cs = ctx;
	int *limit = cs->limit;

	if (cs->at == 1)
		goto at_1;

	while (1) {
		int n = made + refused;

		if (n < *limit && make(n) != 0)
			made++;
		else
			refused++;
		cs->n = n;
		cs->at = 1;
		return 1;
		at_1:
		n = cs->n;
	}
}

/* What stands behind a loop that never ends is no part of its section. */
static void *writer(void *arg)
{
	int *limit = arg;
	int pause = 0;

	struct writer_cs cs = { .limit = limit, .at = 0 };
	for (;;) {
		rcl_exec_anon(&lock, writer_cs, &cs, sizeof(cs));
		int n = cs.n;
		if (n >= *limit)
			pthread_exit(NULL);
		pause++;
	}
	return NULL;
}

struct collect_cs {  /* lock, in.c:41-49 */
	int *space;  /* in */
};

static int collect_cs(void *ctx)
{
	struct collect_cs *cs = ctx;
	int *space = cs->space;
	int last = made;
	for (;;) {
		*space = made - last;
		last = made;
		if (wanted == 0) {
			return 1;
		}
		wanted--;
	}
}

/* Nor is a release there, or the use of something that the section declares. */
static int collect(void)
{
	int *space = malloc(sizeof(*space));

	int last;
	struct collect_cs cs = { .space = space };
	rcl_exec_anon(&lock, collect_cs, &cs, sizeof(cs));
	free(space);
	return 0;
	printf("%d\n", last);
	free(space);
	rcl_unlock(&lock);
	return 1;
}

struct count_cs {   /* lock, in.c:64-73 */
	int limit;  /* in */
	int n;      /* in-out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int limit = cs->limit;
	int n = cs->n;

	while (1) {
		if (n == limit)
			goto out;
		if (make(++n) == 2)
			refused++;
	}
	n = -1;
out:
	cs->n = n;
	return 0;
}

/* A label behind such a loop is got to: the release there is the section's end. */
static int count(int limit)
{
	int n = 0;

	struct count_cs cs = { .limit = limit, .n = n };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	pthread_t thread;
	int limit = 7;

	pthread_create(&thread, NULL, writer, &limit);
	pthread_join(thread, NULL);
	printf("%d\n", collect());
	printf("%d counted\n", count(5));
	printf("%d made, %d refused, %d wanted\n", made, refused, wanted);
	return 0;
}
