/* A variable that a section declares with a value, which what follows the section gives another one first. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int unwanted(int n)
{
	pthread_mutex_lock(&m);
	int x = 5;
	shared += n;
	pthread_mutex_unlock(&m);
	x = n + 1;
	return x;
}

static int wanted(int n)
{
	pthread_mutex_lock(&m);
	int x = shared;
	shared += n;
	pthread_mutex_unlock(&m);
	return x;
}

int main(void)
{
	int n = unwanted(2);

	printf("%d %d %d\n", n, wanted(3), shared);
	return 0;
}
