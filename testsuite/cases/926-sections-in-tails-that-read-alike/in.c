/* Two ways out of a section that read alike would share one text: what follows them holds sections of its own. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int shared, ways;

static int leave(int n)
{
	pthread_mutex_lock(&lock);
	if (n) {
		shared++;
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&other);
		ways++;
		pthread_mutex_unlock(&other);
		return 1;
	}
	if (shared) {
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&other);
		ways++;
		pthread_mutex_unlock(&other);
		return 1;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	int left = leave(0);

	left = left * 10 + leave(1);
	left = left * 10 + leave(0);
	printf("%d %d %d\n", left, shared, ways);
	return 0;
}
