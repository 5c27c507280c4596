/* A lock call whose argument is one of two in an #if stays where it is, and its section with it; the others of its
 * function do not. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t fast = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t slow = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n)
{
	int sum = n;

	pthread_mutex_lock(
#ifdef FAST
		&fast
#else
		&slow
#endif
	);
	sum += total++;
	pthread_mutex_unlock(
#ifdef FAST
		&fast
#else
		&slow
#endif
	);
	pthread_mutex_lock(&slow);
	total += sum;
	pthread_mutex_unlock(&slow);
	return sum;
}

int main(void)
{
	printf("%d\n", add(1) + add(2));
	return 0;
}
