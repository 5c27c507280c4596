/* A variable whose name a macro makes is declared in a section; what follows the section sets it, and nobody reads it. */
#include <pthread.h>
#include <stdio.h>

#define VAR(name) name##_var
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static long once(long n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	long VAR(twin) = sum + 3;
	for (int i = 0; i < 2; i++) {
		VAR(twin) -= 7;
		sum += VAR(twin);
	}
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 2; i++)
		VAR(twin) = n;
	return n;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld\n", once(n), sum);
	return 0;
}
