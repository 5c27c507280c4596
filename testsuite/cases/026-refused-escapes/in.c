#include <pthread.h>
#include <stdio.h>

extern int somewhere_else(pthread_mutex_t *lock);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int pass_on(void)
{
	return somewhere_else(&lock);
}
