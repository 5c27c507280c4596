/* Comments between a lock call whose result is kept and the test of that stay where they are. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static int declared(int n)
{
	int error = pthread_mutex_lock(&lock); /* waits */

	/* which it never does,
	   if all is well */
	if (error != 0)
		return -1;
	total += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

static int assigned(int n)
{
	int error;

	total += 0 * n;
	error = pthread_mutex_lock(&lock); // waits
	// if it fails
	if (error) {
		puts("failed"); // so be it
		return error;
	}
	total += n;
	if (total > 4) {
		pthread_mutex_unlock(&lock);
		return 7;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

static int tried(int n)
{
	int busy;

	busy = pthread_mutex_trylock(&lock) != 0;	/* does not wait */
	/* so it may be busy */
	if (!busy) {
		total += n;
		pthread_mutex_unlock(&lock);
	}
	return busy;
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		printf("%d %d %d\n", declared(i), assigned(i), tried(i));
	printf("%ld\n", total);
	return 0;
}
