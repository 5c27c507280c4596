#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int doubled(void *with)
{
	return *(int *)with * 2;
}

static int (*own)(void *) = doubled;
extern void (*hook)(void *);

/* Whoever sets the hook expects a mutex of POSIX. */
int hooked(void);
int hooked(void)
{
	pthread_mutex_lock(&lock);
	total++;
	pthread_mutex_unlock(&lock);
	hook(&lock);
	return total + own(&total);
}
