/* A variable of a section's that another thread is shown lives on while the thread waits for that one. */
#include <pthread.h>
#include "rcl_config.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

struct request {
	int n, doubled;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct request *pending;
static _Atomic int served;
static int total;

struct ask_cs {               /* m, in.c:18-22 */
	int n;                /* in */
	struct request *one;  /* by reference */
};

static int ask_cs(void *ctx)
{
	struct ask_cs *cs = ctx;
	int n = cs->n;
	struct request *one = cs->one;

	one->n = n;
	pending = one;
	return 0;
}

static void ask(int n)
{
	struct request one;
	struct ask_cs cs = { .n = n, .one = &one };
	rcl_exec_anon(&m, ask_cs, &cs, sizeof(cs));
	while (!served)
		;
}

static void ask_once_more(int n)
{
	rcl_lock(&m);
	struct request one = { n, 0 };
	pending = &one;
	rcl_unlock(&m);
	while (!atomic_load(&served))
		;
}

struct ask_by_jumps_cs {      /* m, in.c:39-43 */
	int n;                /* in */
	struct request *one;  /* by reference */
};

static int ask_by_jumps_cs(void *ctx)
{
	struct ask_by_jumps_cs *cs = ctx;
	int n = cs->n;
	struct request *one = cs->one;

	one->n = n;
	pending = one;
	return 0;
}

static int ask_by_jumps(int n)
{
	struct request one;
	struct ask_by_jumps_cs cs = { .n = n, .one = &one };
	rcl_exec_anon(&m, ask_by_jumps_cs, &cs, sizeof(cs));
again:
	if (!served)
		goto again;
	return n;
}

struct forget_cs {  /* m, in.c:53-59 */
	int n;      /* in */
};

static int forget_cs(void *ctx)
{
	struct forget_cs *cs = ctx;
	int n = cs->n;
	struct request one;
	one.n = n;
	pending = &one;
	total += pending->n;
	pending = NULL;
	return 0;
}

/* Nobody uses it any more. */
static int forget(int n)
{
	struct forget_cs cs = { .n = n };
	rcl_exec_anon(&m, forget_cs, &cs, sizeof(cs));
	do {
		n++;
	} while (0);
	return n;
}

struct serve_cs {               /* m, in.c:73-76 */
	struct request *found;  /* out */
};

static int serve_cs(void *ctx)
{
	struct serve_cs *cs = ctx;
	struct request *found;

	found = pending;
	pending = NULL;
	cs->found = found;
	return 0;
}

static void *serve(void *nothing)
{
	struct request *found;

	for (int round = 0; round < 3; round++) {
		do {
			sched_yield();
			struct serve_cs cs;
			rcl_exec_anon(&m, serve_cs, &cs, sizeof(cs));
			found = cs.found;
		} while (!found);
		found->doubled = found->n * 2;
		sched_yield();
		total += found->doubled;
		served = 1;
		while (served)
			sched_yield();
	}
	return nothing;
}

int main(void)
{
	pthread_t server;

	printf("%d\n", forget(1));
	pthread_create(&server, NULL, serve, NULL);
	ask(3);
	served = 0;
	ask_once_more(4);
	served = 0;
	ask_by_jumps(5);
	served = 0;
	pthread_join(server, NULL);
	printf("%d\n", total);
	return 0;
}
