#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKED(call) do { \
	int failed; \
	if ((failed = (call)) != 0) \
		fprintf(stderr, "%s: %s\n", #call, strerror(failed)); \
	} while (0)
#define LOCK(mutex) CHECKED(rcl_lock(mutex))
#define UNLOCK(mutex) CHECKED(rcl_unlock(mutex))

struct anchor {
	rcl_mutex_t lock;
	int used;
	struct anchor *next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct anchor *first;
static int count, threaded;

struct drop_anchor_cs {    /* a->lock, in.c:34-42 */
	int unused;        /* in */
	struct anchor *a;  /* in */
};

static int drop_anchor_cs(void *ctx)
{
	struct drop_anchor_cs *cs = ctx;
	int unused = cs->unused;
	struct anchor *a = cs->a;

	a->used++;
	if (a->used > unused) {
		return RCL_KEEP | 1;
	}
	first = a->next;
	count--;
	return RCL_KEEP;
}

struct drop_lock_cs {      /* lock, in.c:28-43 */
	int unused;        /* in */
	struct anchor *a;  /* out */
};

static int drop_lock_cs(void *ctx)
{
	struct drop_lock_cs *cs = ctx;
	int unused = cs->unused;
	struct anchor *a;

	a = first;
	if (!a) {
		return 1;
	}
	struct drop_anchor_cs anchor_cs = { .unused = unused, .a = a };
	if (rcl_exec_anon(&a->lock, drop_anchor_cs, &anchor_cs, sizeof(anchor_cs)) == 1) {
		cs->a = a;
		return 2;
	}
	cs->a = a;
	return 0;
}

static int drop(int unused)
{
	struct anchor *a;

	struct drop_lock_cs cs = { .unused = unused };
	switch (rcl_exec(&lock, drop_lock_cs, &cs, sizeof(cs))) {
	case 1:
		return 0;
	case 2:
		a = cs.a;
		UNLOCK(&a->lock);
		return -1;
	}
	a = cs.a;

	UNLOCK(&a->lock);
	free(a);
	return 1;
}

struct add_cs {            /* lock, in.c:58-62 */
	struct anchor *a;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct anchor *a = cs->a;

	a->next = first;
	first = a;
	count++;
	return 0;
}

static void add(int used)
{
	struct anchor *a = calloc(1, sizeof(*a));

	if (!a)
		exit(1);
	CHECKED(rcl_mutex_init(&a->lock, NULL, anchor_lock));
	a->used = used;
	struct add_cs cs = { .a = a };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

/* lock, in.c:72-79 */
static int stop_lock_2_cs(void *ctx)
{
	if (threaded) {
		return 1;
	} else {
		count -= 2;
		return 2;
	}
}

/* lock, in.c:68-82 */
static int stop_lock_1_cs(void *ctx)
{
	if (count > 2) {
		count++;
		return 1;
	} else {
		return 2;
	}
}

/* The second section is all that follows the first one's release in a branch. */
static void stop(int n)
{
	int way = rcl_exec_anon(&lock, stop_lock_1_cs, NULL, 0);

	if (way == 1) {
		int lock_2_way = rcl_exec_anon(&lock, stop_lock_2_cs, NULL, 0);

		if (lock_2_way == 1) {
			printf("joins %d\n", n);
		} else {
			printf("waits %d\n", n);
		}
	}
}

int main(void)
{
	for (int n = 0; n < 6; n++)
		add(6 - n);
	for (int now = 0; now < 12; now++)
		printf("%d: drops %d\n", now, drop(now));
	for (int n = 0; n < 3; n++) {
		threaded = n % 2;
		stop(n);
	}
	printf("%d\n", count);
	return 0;
}
