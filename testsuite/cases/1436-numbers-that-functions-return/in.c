/* What a function returns is a mutex's address, and code of elsewhere gets it: nothing is converted. */
#include <pthread.h>

void watch(unsigned long handle);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static unsigned long handle(void)
{
	return (unsigned long)&lock;
}

void start(void)
{
	watch(handle());
}

int next(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = ++count;
	pthread_mutex_unlock(&lock);
	return n;
}
