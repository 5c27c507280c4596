/* A thread's arguments are an array for who makes it, and a structure for the thread: nothing is converted. */
#include <pthread.h>
#include <stddef.h>

struct job {
	long by;
	pthread_mutex_t *guard;
};

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *work(void *data)
{
	struct job *job = data;

	pthread_mutex_lock(job->guard);
	total += job->by;
	pthread_mutex_unlock(job->guard);
	return NULL;
}

int start(void)
{
	void *job[2];
	pthread_t thread;

	job[0] = NULL;
	job[1] = &door;
	return pthread_create(&thread, NULL, work, job) || pthread_join(thread, NULL);
}

long sum(void)
{
	long n;

	pthread_mutex_lock(&door);
	n = total;
	pthread_mutex_unlock(&door);
	return n;
}
