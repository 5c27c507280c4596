/* libclang counts the end of a line that goes on to what follows at the beginning of the next one. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static void see(int me, int r, const char *s) { sum += me + r + *s; }
static long f(long n)
{
	see(1, \
pthread_mutex_lock(&lock), "lock");
	sum += n;
	see(1, \
	pthread_mutex_unlock(&lock), "unlock");
	return n;
}
static long g(long n)
{
	pthread_mutex_lock(&lock);
	sum += n; \
	pthread_mutex_unlock(&lock);
	return n;
}
static long h(long n)
{
	int r;
	r = 1 + \
pthread_mutex_lock(&lock);
	sum += n + r;
	pthread_mutex_unlock(&lock);
	return n;
}
int main(void)
{
	printf("%ld %ld %ld\n", f(3), g(3), h(2));
	return 0;
}
