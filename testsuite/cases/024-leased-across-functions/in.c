#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void pause_all(int stop)
{
	if (stop)
		pthread_mutex_lock(&lock);
	else
		pthread_mutex_unlock(&lock);
}

static int count(void)
{
	int now;

	pthread_mutex_lock(&lock);
	now = ++n;
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	pause_all(1);
	n += 5;
	pause_all(0);
	printf("%d\n", count());
	return 0;
}
