#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int frames, stopped, drained;

static int decode(int n)
{
	return n * 3;
}

/* No function can go on with a constant that it got a value for before. */
static int submit(int n)
{
	int result;

	pthread_mutex_lock(&lock);
	const int next = frames++;
	drained += n;
	pthread_mutex_unlock(&lock);
	result = decode(n);
	pthread_mutex_lock(&lock);
	frames += next & 1;
	const int last = result + next;
	drained += last;
	pthread_mutex_unlock(&lock);
	return drained;
}

static void drain(void)
{
	pthread_mutex_lock(&lock);
	const int before = drained;
	drained = 0;
	while (!stopped)
		pthread_cond_wait(&ready, &lock);
	drained += before;
	pthread_mutex_unlock(&lock);
}

/* One that is not needed behind it is no matter. */
static int skip(int n)
{
	int result;

	pthread_mutex_lock(&lock);
	if (n > 0) {
		const int next = frames++;

		drained += next;
		pthread_mutex_unlock(&lock);
		result = decode(n);
		pthread_mutex_lock(&lock);
		frames += result;
	}
	drained++;
	pthread_mutex_unlock(&lock);
	return frames;
}

static void *stop(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	stopped = 1;
	pthread_cond_signal(&ready);
	pthread_mutex_unlock(&lock);
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
