#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t ready = RCL_COND_INITIALIZER;
static int frames, stopped, drained;

static int decode(int n)
{
	return n * 3;
}

struct submit_lock_1_cs {  /* lock, in.c:18-21 */
	int n;             /* in */
	int next;          /* out */
};

static int submit_lock_1_cs(void *ctx)
{
	struct submit_lock_1_cs *cs = ctx;
	int n = cs->n;
	const int next = frames++;
	drained += n;
	cs->next = next;
	return 0;
}

struct submit_lock_2_cs {  /* lock, in.c:23-27 */
	int result;        /* in */
	int next;          /* in */
};

static int submit_lock_2_cs(void *ctx)
{
	struct submit_lock_2_cs *cs = ctx;
	int result = cs->result;
	const int next = cs->next;

	frames += next & 1;
	const int last = result + next;
	drained += last;
	return 0;
}

/* No function can go on with a constant that it got a value for before. */
static int submit(int n)
{
	int result;

	int next;
	struct submit_lock_1_cs cs = { .n = n };
	rcl_exec_anon(&lock, submit_lock_1_cs, &cs, sizeof(cs));
	next = cs.next;
	result = decode(n);
	struct submit_lock_2_cs lock_2_cs = { .result = result, .next = next };
	rcl_exec_anon(&lock, submit_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	return drained;
}

/* lock, in.c:33-39 */
static int drain_cs(void *ctx)
{
	const int before = drained;
	drained = 0;
	while (!stopped)
		rcl_cond_wait(&ready, &lock);
	drained += before;
	return 0;
}

static void drain(void)
{
	rcl_exec_blocking(&lock, drain_cs, NULL, 0);
}

struct skip_cs {     /* lock, in.c:47-58 */
	int n;       /* in */
	int result;  /* kept */
	int at;      /* where it goes on */
};

static int skip_cs(void *ctx)
{
	struct skip_cs *cs = ctx;
	int n = cs->n;
	int result = cs->result;

	if (cs->at == 1) {
		goto at_1;
	}

	if (n > 0) {
		const int next = frames++;

		drained += next;
		cs->at = 1;
		return 1;
		at_1:
		frames += result;
	}
	drained++;
	return 0;
}

/* One that is not needed behind it is no matter. */
static int skip(int n)
{
	int result;

	struct skip_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, skip_cs, &cs, sizeof(cs)) == 1) {
		result = decode(n);
		cs.result = result;
	}
	return frames;
}

/* lock, in.c:65-68 */
static int stop_cs(void *ctx)
{
	stopped = 1;
	rcl_cond_signal(&ready);
	return 0;
}

static void *stop(void *arg)
{
	(void)arg;
	rcl_exec_anon(&lock, stop_cs, NULL, 0);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int submitted = submit(4);

	pthread_create(&thread, NULL, stop, NULL);
	drain();
	pthread_join(thread, NULL);
	submitted += submit(1);
	printf("%d %d %d\n", submitted, skip(2), drained);
	return 0;
}
