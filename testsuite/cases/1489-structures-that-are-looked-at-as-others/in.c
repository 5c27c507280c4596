/* A pointer to a mutex has no type in the structure that others begin with: both are of one class. */
#include <pthread.h>

struct base {
	int kind;
	void *guard;
};

struct counter {
	int kind;
	pthread_mutex_t *guard;
	long count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

void guarded_by(struct base *base)
{
	base->guard = &lock;
}

long counted(struct base *base)
{
	struct counter *counter = (struct counter *)base;
	long n;

	pthread_mutex_lock(counter->guard);
	n = ++counter->count;
	pthread_mutex_unlock(counter->guard);
	return n;
}

void add(long by)
{
	pthread_mutex_lock(&lock);
	sum += by;
	pthread_mutex_unlock(&lock);
}
