#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define mutex_type pthread_mutex_t *

static pthread_mutex_t store = PTHREAD_MUTEX_INITIALIZER;
static mutex_type guard = &store;
static int total;

int lock_mutex(mutex_type mutex)
{
	return pthread_mutex_lock(mutex);
}

int unlock_mutex(mutex_type mutex)
{
	return pthread_mutex_unlock(mutex);
}

int destroy_mutex(mutex_type mutex)
{
	int rc = pthread_mutex_destroy(mutex);
	free(mutex);
	return rc;
}

void add(int n)
{
	lock_mutex(guard);
	total += n;
	unlock_mutex(guard);
}

int main(void)
{
	add(2);
	printf("%d\n", total);
	return 0;
}
