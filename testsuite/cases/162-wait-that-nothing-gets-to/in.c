#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int total, ready;

static int count(int by)
{
	int now;

	pthread_mutex_lock(&lock);
	total += by;
	now = total;
	goto out;
	while (!ready)
		pthread_cond_wait(&cond, &lock);
out:
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	printf("%d %d\n", count(2), count(3) > 0);
	return 0;
}
