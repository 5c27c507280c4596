/* Lock calls whose results are used, in a branch of an #if or not. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void see(int result, const char *what)
{
	n += result + *what;
}

static int taken_there(int k)
{
#ifdef OTHER
	see(other_lock(), "lock");
#else
	see(pthread_mutex_lock(&m), "lock");
#endif
	n += k;
	see(pthread_mutex_unlock(&m), "unlock");
	return k;
}

static int plain_there(int k)
{
#ifdef OTHER
	other_lock();
#else
	pthread_mutex_lock(&m);
#endif
	n += k;
	see(pthread_mutex_unlock(&m), "unlock");
	return k;
}

static int given_there(int k)
{
	pthread_mutex_lock(&m);
	n += k;
#ifdef OTHER
	other_unlock();
#else
	see(pthread_mutex_unlock(&m), "unlock");
#endif
	return k;
}

static int both_there(int k)
{
#ifdef OTHER
	other_lock();
#else
	see(pthread_mutex_lock(&m), "lock");
#endif
	n += k;
#ifdef OTHER
	other_unlock();
#else
	see(pthread_mutex_unlock(&m), "unlock");
#endif
	return k;
}

int main(void)
{
	printf("%d %d", taken_there(2), plain_there(3));
	printf(" %d %d %d\n", given_there(4), both_there(5), n);
	return 0;
}
