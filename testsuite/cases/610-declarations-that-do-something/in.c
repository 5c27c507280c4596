/* A variable that only the section needs goes there, but not what its declaration does besides. */
#include <pthread.h>
#include <stdio.h>

#define DRAW drawn++

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared = 3, drawn;

static int assigned(int n)
{
	int other = n;
	int k = n, l = other = 7;

	pthread_mutex_lock(&lock);
	k = shared;
	l = k + 1;
	shared = l;
	pthread_mutex_unlock(&lock);
	return other;
}

static int by_a_macro(int n)
{
	int k = DRAW;

	pthread_mutex_lock(&lock);
	k = shared + n;
	shared = k;
	pthread_mutex_unlock(&lock);
	return drawn;
}

static int added(int n)
{
	int sum = n, k = sum += 2;

	pthread_mutex_lock(&lock);
	k = shared;
	shared = k + 1;
	pthread_mutex_unlock(&lock);
	return sum;
}

/* this one does nothing */
static int plain(int n)
{
	int k = n == 2, l = n;

	pthread_mutex_lock(&lock);
	k = shared;
	shared = k + 1;
	pthread_mutex_unlock(&lock);
	return l;
}

int main(void)
{
	for (int n = 1; n < 4; n++)
		printf("%d %d %d %d\n", assigned(n), by_a_macro(n), added(n), plain(n));
	printf("%d\n", shared);
	return 0;
}
