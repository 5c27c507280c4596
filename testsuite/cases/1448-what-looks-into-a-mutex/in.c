#include <pthread.h>
#include <stdio.h>

/* What looks into a mutex knows pthread's: it stays that. */
static pthread_mutex_t seen = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static long count, total;

#define OWNER(m) ((m)->__data.__owner)

static void add(long n)
{
	pthread_mutex_lock(&seen);
	count += n;
	pthread_mutex_unlock(&seen);
}

static void sum(long n)
{
	pthread_mutex_lock(&lock);
	total += n;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	for (int i = 0; i < 10; i++) {
		add(i);
		sum(i);
	}
	printf("%d %d %ld %ld\n", seen.__data.__kind, OWNER(&seen), count, total);
	return 0;
}
