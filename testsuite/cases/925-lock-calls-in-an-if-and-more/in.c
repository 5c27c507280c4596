/* Sections whose lock calls stand in an #if, and which wait, keep the lock, give it back for a while, or have handlers. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define THREADS
#define COUNTS
#define SCOPED(l) for (int once = (pthread_mutex_lock(l), 1); once; once = (pthread_mutex_unlock(l), 0))

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int shared;

static void unlock_it(void *it)
{
	pthread_mutex_unlock(it);
}

static int asks_within(void)
{
#ifdef THREADS
	pthread_mutex_lock(&m);
#endif
	shared++;
#ifdef COUNTS
#ifdef THREADS
	shared++;
#endif
	shared++;
#else
	shared--;
#endif
#ifdef THREADS
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int keeps(int n)
{
#ifdef THREADS
	pthread_mutex_lock(&m);
#endif
	shared++;
	if (n)
		return 1;
#ifdef THREADS
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int waits(int n)
{
#ifdef THREADS
	pthread_mutex_lock(&m);
#endif
	while (shared < n)
		pthread_cond_wait(&filled, &m);
#ifdef THREADS
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int waits_in_an_if(int n)
{
	pthread_mutex_lock(&m);
	if (shared < n) {
#ifdef THREADS
		pthread_cond_wait(&filled, &m);
#endif
	}
	n += shared;
	pthread_mutex_unlock(&m);
	return n;
}

static int pauses(int n)
{
#ifdef THREADS
	pthread_mutex_lock(&m);
#endif
	while (shared++ < n) {
#ifdef THREADS
		pthread_mutex_unlock(&m);
#endif
		usleep(1);
#ifdef THREADS
		pthread_mutex_lock(&m);
#endif
	}
#ifdef THREADS
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static int scoped(int n)
{
#ifdef THREADS
	SCOPED(&m)
#endif
	{
		shared += n;
	}
	return 0;
}

static int handled(int n)
{
#ifdef THREADS
	pthread_mutex_lock(&m);
#endif
	pthread_cleanup_push(unlock_it, &m);
	shared++;
	pthread_cleanup_pop(0);
#ifdef THREADS
	pthread_mutex_unlock(&m);
#endif
	return n;
}

int main(void)
{
	asks_within();
	scoped(2);
	pauses(5);
	waits(3);
	handled(1);
	waits_in_an_if(2);
	keeps(0);
	printf("%d\n", shared);
	return keeps(1) - 1;
}
