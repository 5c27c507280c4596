#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int try(void)
{
	if (pthread_mutex_trylock(&lock) != 0)
		return -1;
	n++;
	pthread_mutex_unlock(&lock);
	return n;
}

static int timed(void)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 5;
	if (pthread_mutex_timedlock(&lock, &until) == 0) {
		n += 10;
		pthread_mutex_unlock(&lock);
	}
	return n;
}

int main(void)
{
	printf("%d", try());
	printf(" %d\n", timed());
	return 0;
}
