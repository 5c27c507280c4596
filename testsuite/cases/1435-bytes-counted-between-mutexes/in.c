/* The second of two mutexes is found by the size that pthread's have: nothing is converted. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int counts[2];

static void count(int which)
{
	void *lock = locks;

	lock += 40 * which;
	pthread_mutex_lock(lock);
	counts[which]++;
	pthread_mutex_unlock(lock);
}

int main(void)
{
	count(0);
	count(1);
	pthread_mutex_lock(&locks[1]);
	printf("%d %d\n", counts[0], counts[1]);
	pthread_mutex_unlock(&locks[1]);
	return 0;
}
