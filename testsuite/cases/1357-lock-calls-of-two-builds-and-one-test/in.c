/* Each build takes the lock in another way, and one test behind the #endif asks for the result of both. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static int kept(int n)
{
	int error;

#ifdef NO_WAIT
	error = pthread_mutex_trylock(&lock);
#else
	error = pthread_mutex_lock(&lock);
#endif
	if (error != 0) {
		puts("failed to lock");
		return -1;
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* without the lock a build with NO_WAIT would lose what follows */
static int asked(int n)
{
#ifdef NO_WAIT
	if (pthread_mutex_trylock(&lock) != 0)
#else
	if (pthread_mutex_lock(&lock) != 0)
#endif
	{
		puts("failed to lock");
		return -1;
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

static int said_between(int n)
{
	int error = pthread_mutex_lock(&lock);

#ifdef VERBOSE
	printf("locked for %d\n", n);
#endif
	if (error != 0)
		return -1;
	total += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

static int released(int n)
{
	int error;

	pthread_mutex_lock(&lock);
	total += n;
#ifdef NO_WAIT
	error = pthread_mutex_unlock(&lock) + 1;
#else
	error = pthread_mutex_unlock(&lock);
#endif
	return error;
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		printf("%d %d %d %d\n", kept(i), asked(i), said_between(i), released(i));
	printf("%ld\n", total);
	return 0;
}
