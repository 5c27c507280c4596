/* Where an #if is around all that takes locks, the runtime's header goes into it: behind what asks for more there. */
#include <stdio.h>

#ifdef LEFT_OUT
#include <string.h>
#endif

#if defined(LEFT_OUT)
#include <pthread.h>
static int count(void)
{
	return 0;
}
#else
#ifdef __GLIBC__
#undef _FEATURES_H
#define _XOPEN_SOURCE 500	/* for pthread_setconcurrency() */
#endif

#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int count(void)
{
	int got;

	pthread_mutex_lock(&lock);
	got = n++;
	pthread_mutex_unlock(&lock);
	return got;
}
#endif

int main(void)
{
	count();
#ifndef LEFT_OUT
	printf("%d\n", pthread_setconcurrency(2));
#endif
	printf("%d\n", count());
	return 0;
}
