/* Allocators that give a byte where they are asked for nothing: no mutex is in that. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *safe_malloc(size_t size)
{
	if (size == 0)
		return malloc(1);
	return malloc(size);
}

static void *safe_calloc(size_t n, size_t size)
{
	if (!n || !size)
		return malloc(1);
	return calloc(n, size);
}

struct task {
	pthread_mutex_t lock;
	long done;
};

struct encoder {
	struct task *first;
	struct task *second;
	pthread_mutex_t *queue_lock;
	char *name;
	long queued;
};

static long work(struct task *task, long by)
{
	long done;

	pthread_mutex_lock(&task->lock);
	task->done += by;
	done = task->done;
	pthread_mutex_unlock(&task->lock);
	return done;
}

static long queue(struct encoder *encoder)
{
	long queued;

	pthread_mutex_lock(encoder->queue_lock);
	queued = ++encoder->queued;
	pthread_mutex_unlock(encoder->queue_lock);
	return queued;
}

static struct encoder *encoder_new(void)
{
	struct encoder *encoder = safe_calloc(1, sizeof(*encoder));

	if (encoder == NULL)
		return NULL;
	encoder->name = safe_malloc(0);
	encoder->queue_lock = safe_malloc(sizeof(pthread_mutex_t));
	pthread_mutex_init(encoder->queue_lock, NULL);
	encoder->first = safe_calloc(1, sizeof(*encoder->first));
	encoder->second = safe_calloc(1, sizeof(struct task));
	pthread_mutex_init(&encoder->first->lock, NULL);
	pthread_mutex_init(&encoder->second->lock, NULL);
	return encoder;
}

int main(void)
{
	struct encoder *encoder = encoder_new();

	if (encoder == NULL)
		return 1;
	printf("%ld %ld\n", work(encoder->first, 3), work(encoder->second, 4));
	printf("%ld %ld\n", work(encoder->first, 3), queue(encoder));
	printf("%ld\n", queue(encoder));
	return 0;
}
