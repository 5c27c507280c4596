/* A thread's arguments are an array for who makes it, and a structure for the thread: nothing is converted. */
#include <pthread.h>
#include <stddef.h>

struct job {
	long *sum;
	pthread_mutex_t *guard;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *work(void *data)
{
	struct job *job = data;

	pthread_mutex_lock(job->guard);
	++*job->sum;
	pthread_mutex_unlock(job->guard);
	return NULL;
}

int start(void)
{
	void *job[2];
	pthread_t thread;

	job[0] = &total;
	job[1] = &lock;
	return pthread_create(&thread, NULL, work, job) || pthread_join(thread, NULL);
}

long sum(void)
{
	long n;

	pthread_mutex_lock(&lock);
	n = total;
	pthread_mutex_unlock(&lock);
	return n;
}
