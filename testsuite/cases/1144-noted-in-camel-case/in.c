/* The functions that do what lock functions note are named as those are. */
#include <pthread.h>
#include <stdio.h>

struct myMutex { pthread_mutex_t m; int taken; };

static struct myMutex sumLock = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int sum;

static void takeLock(struct myMutex *l) { pthread_mutex_lock(&l->m); l->taken++; }
static void giveLock(struct myMutex *l) { pthread_mutex_unlock(&l->m); }

static void addTo(int n)
{
	takeLock(&sumLock);
	sum += n;
	giveLock(&sumLock);
}

int main(void)
{
	addTo(3);
	printf("%d %d\n", sum, sumLock.taken);
	return 0;
}
