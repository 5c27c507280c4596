/* Code of elsewhere gets a function that returns a mutex's address: nothing is converted. */
#include <pthread.h>

void watch(unsigned long (*of)(void));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static unsigned long handle(void)
{
	return (unsigned long)&lock;
}

void start(void)
{
	watch(handle);
}

int next(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = ++count;
	pthread_mutex_unlock(&lock);
	return n;
}
