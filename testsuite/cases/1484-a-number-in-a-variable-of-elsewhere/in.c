/* A variable of elsewhere gets a mutex's address: nothing is converted. */
#include <pthread.h>

extern unsigned long watched;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

void start(void)
{
	watched = (unsigned long)&lock;
}

int next(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = ++count;
	pthread_mutex_unlock(&lock);
	return n;
}
