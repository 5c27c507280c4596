/* An enumerator that hides a function of libc's stays in its function, those of other functions go before these. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int counted(int n)
{
	enum { ONE = 1, TWO };

	pthread_mutex_lock(&lock);
	total += n * TWO;
	pthread_mutex_unlock(&lock);
	return n;
}

static int indexed(int n)
{
	enum { none, index };

	pthread_mutex_lock(&lock);
	total += n * index;
	pthread_mutex_unlock(&lock);
	return n;
}

static int flagged(int n)
{
	enum { FLAG = 1 << 2, FLAGS = FLAG | 1 };

	pthread_mutex_lock(&lock);
	total += n & FLAGS;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d %d %d ", counted(2), indexed(3), flagged(7));
	printf("%d\n", total);
	return 0;
}
