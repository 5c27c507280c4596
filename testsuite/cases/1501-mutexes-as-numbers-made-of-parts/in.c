/* A mutex's address is a number that is put together of two smaller ones: nothing is converted. */
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static unsigned low, high;
static int count;

void keep(void)
{
	uintptr_t all = (uintptr_t)&door;

	low = all;
	high = all >> 32;
}

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
	uintptr_t number = (uintptr_t)high << 32 | low;
	pthread_mutex_t *gate = (pthread_mutex_t *)number;

	pthread_mutex_lock(gate);
	count++;
	pthread_mutex_unlock(gate);
}
