#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

/* Nothing calls these two once their sections are shipped. */
static void count_lock(void)
{
	pthread_mutex_lock(&lock);
}

static void count_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

static int next(void)
{
	int n;

	count_lock();
	n = ++count;
	count_unlock();
	return n;
}

int main(void)
{
	next();
	printf("%d\n", next());
	return 0;
}
