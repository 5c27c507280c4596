/* Comments beside lock calls that stand in an #if. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int said(int n)
{
#if THREADS
	/* only one thread at a time */
	pthread_mutex_lock(&lock);
#endif
	total += n;
#if THREADS
	/* the next one */
	pthread_mutex_unlock(&lock);
#endif
	return n;
}

static int line(int n)
{
#if THREADS
	pthread_mutex_lock(&lock); /* mine */
#endif
	total += n;
#if THREADS
	pthread_mutex_unlock(&lock); /* yours */
#endif
	return n;
}

static int behind(int n)
{
#if THREADS
	pthread_mutex_lock(&lock);
#endif
	if (n > total) {
#if THREADS
		pthread_mutex_unlock(&lock); /* early */
#endif
		return -1;
	}
	total += n;
#if THREADS
	pthread_mutex_unlock(&lock);
#endif
	return n;
}

static int below(int n)
{
#if THREADS
	pthread_mutex_lock(&lock);
#endif
	if (n > total) {
#if THREADS
		/* first */
		pthread_mutex_unlock(&lock);
		/* early */
		/* and out */
#endif
		return -1;
	}
	total += n;
#if THREADS
	pthread_mutex_unlock(&lock);
	/* done */
#endif
	return n;
}

static int tested(int n)
{
#if THREADS
	/* which cannot fail */
	if (pthread_mutex_lock(&lock))
		return -1;
#endif
	total += n;
#if THREADS
	// given back
	pthread_mutex_unlock(&lock);
#endif
	return n;
}

static int result(int n)
{
	int err = 0;

#if THREADS
	/* its result */
	err = pthread_mutex_lock(&lock);
#endif
	total += n;
#if THREADS
	/* its result, too */
	err |= pthread_mutex_unlock(&lock);
	/* which is 0 */
#endif
	return n + err;
}

static int checked(int n)
{
#if THREADS
	/* its result */
	if (pthread_mutex_lock(&lock))
		printf("no lock\n");
#endif
	total += n;
#if THREADS
	/* its result, too */
	if (pthread_mutex_unlock(&lock))
		printf("no unlock\n");
	/* which is 0 */
#endif
	return n;
}

int main(void)
{
	printf("%d %d %d %d %d %d %d\n", said(1), line(1), behind(-2), below(3), tested(4), result(5), checked(6));
	printf("%d\n", total);
	return 0;
}
