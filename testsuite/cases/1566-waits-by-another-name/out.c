/* A section may wait with its lock by another name: the mutex is one that its thread has, whichever that is. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct shared {
	rcl_mutex_t lock;
	int frames;
	unsigned next;
};

struct frame {
	struct shared *shared;
	rcl_cond_t done;
	int pending;
};

struct decoder {
	struct shared shared;
	struct frame frames[2];
	int drained;
};

static struct decoder decoder = {
	.shared = { .lock = RCL_MUTEX_INITIALIZER(shared_lock) },
	.frames = { { .done = RCL_COND_INITIALIZER }, { .done = RCL_COND_INITIALIZER } },
};

struct drain_cs {           /* d->shared.lock, in.c:36-43 */
	struct decoder *d;  /* in */
	struct frame *f;    /* in */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	struct decoder *d = cs->d;
	struct frame *f = cs->f;

	while (f->pending > 0)
		rcl_cond_wait(&f->done,
			      &f->shared->lock);
	if (++d->shared.next == 2)
		d->shared.next = 0;
	d->drained++;
	return 0;
}

static int drain(struct decoder *d)
{
	unsigned tried = 0;

	do {
		const unsigned next = d->shared.next;
		struct frame *f = &d->frames[next];

		struct drain_cs cs = { .d = d, .f = f };
		rcl_exec_blocking(&d->shared.lock, drain_cs, &cs, sizeof(cs));
		if (f->pending < 0)
			return -1;
	} while (++tried < 2);
	return 0;
}

struct decode_cs {        /* f->shared->lock, in.c:55-59 */
	struct frame *f;  /* in */
};

static int decode_cs(void *ctx)
{
	struct decode_cs *cs = ctx;
	struct frame *f = cs->f;

	f->shared->frames++;
	if (--f->pending == 0)
		rcl_cond_signal(&f->done);
	return 0;
}

static void *decode(void *arg)
{
	struct frame *f = arg;

	for (int i = 0; i < 100; i++) {
		struct decode_cs cs = { .f = f };
		rcl_exec_anon(&f->shared->lock, decode_cs, &cs, sizeof(cs));
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int status;

	for (int i = 0; i < 2; i++) {
		decoder.frames[i].shared = &decoder.shared;
		decoder.frames[i].pending = 100;
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, decode, &decoder.frames[i]);
	status = drain(&decoder);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d\n", status, decoder.drained, decoder.shared.frames);
	return 0;
}
