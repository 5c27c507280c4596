#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t mutex;
	int n;
};

static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };
static pthread_mutex_t *shared = &box.mutex;
static int threaded;

/* What it asks is always so of the address of a mutex. */
static int given_lock(pthread_mutex_t *m)
{
	if (m)
		return pthread_mutex_lock(m);
	return 0;
}

static void given_unlock(pthread_mutex_t *m)
{
	if (m != NULL)
		pthread_mutex_unlock(m);
}

/* Nobody has the lock where only one thread is. */
static void add(struct box *b, int n)
{
	if (threaded) {
		if (given_lock(&b->mutex) != 0)
			abort();
	}
	b->n += n;
	if (threaded)
		given_unlock(&b->mutex);
}

/* So it is where the lock is kept, and another condition is asked behind. */
static void keep(struct box *b, int n)
{
	if (threaded)
		given_lock(&b->mutex);
	b->n ^= n;
	if (threaded > 0)
		given_unlock(&b->mutex);
}

static void scale(int n)
{
	threaded ? given_lock(&box.mutex) : 0;
	box.n *= n;
	if (threaded)
		given_unlock(&box.mutex);
}

/* Both may not be so. */
static void both(int n)
{
	if (threaded)
		given_lock(shared);
	box.n -= n;
	if (threaded)
		given_unlock(shared);
}

/* What the lock function asks, alone. */
static void alone(int n)
{
	given_lock(shared);
	box.n += n;
	given_unlock(shared);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (threaded = argc - 1; threaded < argc + 1; threaded++) {
		add(&box, 3);
		add(&box, 4);
		keep(&box, 7);
		keep(&box, 9);
		scale(2);
		scale(3);
		both(5);
		alone(2);
		printf("%d\n", box.n);
	}
	return 0;
}
