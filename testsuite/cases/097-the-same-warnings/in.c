#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int give(pthread_mutex_t *mutex)
{
	return pthread_mutex_unlock(mutex);
}

/* The compiler warns of the cast, which names the lock's type, as it did. */
static void count(int n)
{
	void (*release)(void *) = (void (*)(void *))give;

	pthread_mutex_lock(&lock);
	total += n + (release == NULL);
	give(&lock);
}

/* A variable that nobody reads is there twice afterwards, and so is the warning. */
static int spent(int n)
{
	int last;

	pthread_mutex_lock(&lock);
	last = total;
	if (total < 0) {
		pthread_mutex_unlock(&lock);
		last = 0;
		return -1;
	}
	total++;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	count(3);
	printf("%d %d\n", spent(4), total);
	return 0;
}
