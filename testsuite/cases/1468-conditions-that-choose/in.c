#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int threaded, many, one;
static long total;

#define CHOSEN_LOCK() (void)((threaded ? many : one) && pthread_mutex_lock(&m))
#define CHOSEN_UNLOCK() (void)((threaded ? many : one) && pthread_mutex_unlock(&m))

/* What a macro chooses in parentheses decides about the whole call. */
static int put(long n)
{
	CHOSEN_LOCK();
	if (n < 0) {
		CHOSEN_UNLOCK();
		return -1;
	}
	total += n;
	CHOSEN_UNLOCK();
	return 0;
}

/* So does what the function chooses. */
static int take(long n)
{
	(void)((threaded ? many : one) && pthread_mutex_lock(&m));
	if (n > total) {
		(void)((threaded ? many : one) && pthread_mutex_unlock(&m));
		return -1;
	}
	total -= n;
	(void)((threaded ? many : one) && pthread_mutex_unlock(&m));
	return 0;
}

int main(void)
{
	for (int i = 0; i < 8; i++) {
		threaded = i & 1;
		many = i & 2;
		one = i & 4;
		printf("%d", put(7));
		printf(" %d", put(-1));
		printf(" %d", take(100));
		printf(" %d %ld\n", take(2), total);
	}
	return 0;
}
