#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* What a section's function and its client would be called by. */
#define ctx NULL
#define cs 0x2e
#define way 1
#define at 1000

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t changed = RCL_COND_INITIALIZER;
static int total = cs;

#define ADD(n) \
	do { \
		struct ADD_cs cs_add = { n }; \
		rcl_exec_anon(&lock, ADD_cs, &cs_add, sizeof(cs_add)); \
	} while (0)

struct take_cs {  /* lock, in.c:23-31 */
	int n;    /* in-out */
};

static int take_cs(void *arg)
{
	struct take_cs *context = arg;
	int n = context->n;

	if (total < n) {
		context->n = n;
		return 1;
	}
	total -= n;
	n = total;
	context->n = n;
	return 0;
}

static int take(int n)
{
	struct take_cs cs_context = { .n = n };
	if (rcl_exec_anon(&lock, take_cs, &cs_context, sizeof(cs_context)) == 1) {
		n = cs_context.n;
		printf("%d is too much\n", n);
		return -1;
	}
	n = cs_context.n;
	return n;
}

struct await_cs {    /* lock, in.c:37-43 */
	int resume;  /* where it goes on */
};

static int await_cs(void *arg)
{
	struct await_cs *context = arg;

	if (context->resume == 1) {
		goto resume_1;
	}

	while (total < at) {
		total++;
		context->resume = 1;
		return rcl_wait(&changed, &lock);
		resume_1:
		total--;
	}
	return 0;
}

static void *await(void *arg)
{
	struct await_cs cs_context = { .resume = 0 };
	rcl_exec_waiting(&lock, await_cs, &cs_context, sizeof(cs_context));
	return arg;
}

/* lock, in.c:49-51 */
static int reset_cs(void *arg)
{
	total = 0;
	return 0;
}

static void reset(void)
{
	rcl_exec_anon(&lock, reset_cs, NULL, 0);
}

struct ADD_cs {  /* lock, in.c:16-18 */
	int n;   /* in */
};

static int ADD_cs(void *arg)
{
	struct ADD_cs *context = arg;
	int n = context->n;

	total += (n);
	return 0;
}

/* lock, in.c:62-64 */
static int main_cs(void *arg)
{
	rcl_cond_signal(&changed);
	return 0;
}

int main(void)
{
	pthread_t thread;
	int n = at;

	printf("%d %d\n", take(way), take(at));
	pthread_create(&thread, ctx, await, NULL);
	ADD(n);
	rcl_exec_anon(&lock, main_cs, NULL, 0);
	pthread_join(thread, NULL);
	printf("%d\n", take(0));
	reset();
	printf("%d\n", total);
	return 0;
}
