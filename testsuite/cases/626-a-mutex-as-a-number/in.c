#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t handles[2];
static int n;

static void acquire(uintptr_t handle)
{
	pthread_mutex_lock((pthread_mutex_t *)handle);
}

static void release(uintptr_t handle)
{
	pthread_mutex_unlock((pthread_mutex_t *)handle);
}

int main(void)
{
	handles[1] = (uintptr_t)&m;
	acquire(handles[1]);
	n++;
	release(handles[1]);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	printf("%d\n", n);
	return 0;
}
