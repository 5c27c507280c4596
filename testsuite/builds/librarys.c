#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "part.h"
#define LOCK(m) do { int error = pthread_mutex_lock(m); if (error) { perror("lock"); abort(); } } while (0)
#define UNLOCK(m) do { int error = pthread_mutex_unlock(m); if (error) abort(); } while (0)
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t apart = PTHREAD_MUTEX_INITIALIZER;
static struct part part = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int count, further;
static void here(void)
{
	LOCK(&own);
	count++;
	UNLOCK(&own);
}
static void there(void)
{
	LOCK(&part.mutex);
	part.count++;
	UNLOCK(&part.mutex);
}
static void beside(void)
{
	pthread_mutex_lock(&apart);
	further++;
	pthread_mutex_unlock(&apart);
}
int main(void)
{
	here();
	there();
	beside();
	printf("%d %d %d\n", count, part_count(&part), further);
	return 0;
}
