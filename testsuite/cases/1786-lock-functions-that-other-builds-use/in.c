/* A static lock function is inline where all that still uses it stands in code that no build compiles, or where its
   only section does in code that another build would leave out. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, waited;

#if THREADS
static void queue_lock(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	waited++;
}
#else
static void queue_lock(pthread_mutex_t *m)
{
	while (pthread_mutex_trylock(m) != 0)
		sched_yield();
}
#endif

static int set_lock(pthread_mutex_t *m)
{
	int error = pthread_mutex_lock(m);

	if (error != 0) {
		errno = error;
		return -1;
	}
	return 0;
}

static void add(int n)
{
#ifdef THREADS
	queue_lock(&lock);
	shared += n;
	pthread_mutex_unlock(&lock);
#endif
}

static void set(int n)
{
#if THREADS
	if (set_lock(&lock) < 0)
		abort();
#endif
	shared *= n;
#if THREADS
	pthread_mutex_unlock(&lock);
#endif
}

static void reset(void)
{
#if !THREADS
	if (set_lock(&lock) < 0)
		abort();
	shared = 0;
	pthread_mutex_unlock(&lock);
#endif
}

int main(void)
{
	add(3);
	set(2);
	reset();
	printf("%d %d\n", shared, waited);
	return 0;
}
