/* Nothing but code that no build compiles calls the wrapper any more once the only section that uses its result is
   shipped: the wrapper stays for that, and the compiler does not complain of it. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static int take(void) { return pthread_mutex_lock(&lock); }

static long used(long n)
{
	n += 1 + take();
	sum += n;
	pthread_mutex_unlock(&lock);
	return n;
}

static long other(long n)
{
	pthread_mutex_lock(&lock);
	sum += n;
	pthread_mutex_unlock(&lock);
#ifdef NEVER
	if (take() == 0)
		pthread_mutex_unlock(&lock);
#endif
	return n;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld %ld\n", used(n), other(n), sum);
	return 0;
}
