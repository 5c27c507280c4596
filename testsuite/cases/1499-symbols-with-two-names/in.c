/* A mutex's symbol has another name, which is an array's by its type: nothing is converted. */
#include <pthread.h>

pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
extern long raw[5] __asm__("door");
static int count;

int next(void)
{
	int n;

	pthread_mutex_lock(&door);
	n = ++count;
	pthread_mutex_unlock(&door);
	return n;
}

void skip(void)
{
	void *gate = raw;

	pthread_mutex_lock(gate);
	count++;
	pthread_mutex_unlock(gate);
}
