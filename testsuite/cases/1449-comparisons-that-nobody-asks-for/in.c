#include <pthread.h>
#include <stdio.h>

#define smutex_lock(mp)	(pthread_mutex_lock(mp) == 0)
#define smutex_unlock(mp)	(pthread_mutex_unlock(mp) == 0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;

static void add(n)
	int n;
{
	(void) smutex_lock(&lock);
	count += n;
	(void) smutex_unlock(&lock);
}

static int take(int n)
{
	(void) smutex_lock(&lock);
	if (count < n)
	{
		(void) smutex_unlock(&lock);
		return 0;
	}
	count -= n;
	(void) smutex_unlock(&lock);
	return 1;
}

static void direct(int n)
{
	(void) (pthread_mutex_lock(&lock) == 0);
	count += n;
	(void) (pthread_mutex_unlock(&lock) == 0);
}

int main(void)
{
	int got = 0;

	for (int i = 0; i < 10; i++) {
		add(i);
		direct(1);
		got += take(i + 3);
	}
	printf("%d %ld\n", got, count);
	return 0;
}
