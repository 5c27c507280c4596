/* A section may wait with its lock by another name: the mutex is one that its thread has, whichever that is. */
#include <pthread.h>
#include <stdio.h>

struct shared {
	pthread_mutex_t lock;
	int frames;
	unsigned next;
};

struct frame {
	struct shared *shared;
	pthread_cond_t done;
	int pending;
};

struct decoder {
	struct shared shared;
	struct frame frames[2];
	int drained;
};

static struct decoder decoder = {
	.shared = { .lock = PTHREAD_MUTEX_INITIALIZER },
	.frames = { { .done = PTHREAD_COND_INITIALIZER }, { .done = PTHREAD_COND_INITIALIZER } },
};

static int drain(struct decoder *d)
{
	unsigned tried = 0;

	do {
		const unsigned next = d->shared.next;
		struct frame *f = &d->frames[next];

		pthread_mutex_lock(&d->shared.lock);
		while (f->pending > 0)
			pthread_cond_wait(&f->done,
					  &f->shared->lock);
		if (++d->shared.next == 2)
			d->shared.next = 0;
		d->drained++;
		pthread_mutex_unlock(&d->shared.lock);
		if (f->pending < 0)
			return -1;
	} while (++tried < 2);
	return 0;
}

static void *decode(void *arg)
{
	struct frame *f = arg;

	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&f->shared->lock);
		f->shared->frames++;
		if (--f->pending == 0)
			pthread_cond_signal(&f->done);
		pthread_mutex_unlock(&f->shared->lock);
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
