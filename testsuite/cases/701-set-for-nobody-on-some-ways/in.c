/* A variable that the section sets first, that is set before on some ways only, and that nobody reads behind it: its
   value from before must not be copied, for there may be none. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void add(int n)
{
	int left;

	if (n > 0 && 6 % 2)
		left = n;
	pthread_mutex_lock(&m);
	left = n + 1;
	sum += left;
	pthread_mutex_unlock(&m);
}

int main(void)
{
	add(3);
	add(-1);
	printf("%ld\n", sum);
	return 0;
}
