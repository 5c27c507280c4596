#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long count, odd, even;

/* a build that has the other calls takes the lock, too: its section is the same */
void add(int n)
{
	if (n & 1) {
		odd++;
#ifndef OTHERWISE
		pthread_mutex_lock(&m);
#else
		pthread_mutex_lock(&m);
#endif
	} else {
		even++;
#ifndef OTHERWISE
		pthread_mutex_lock(&m);
#else
		pthread_mutex_lock(&m);
#endif
	}
	count += n;
	pthread_mutex_unlock(&m);
}

/* without threads the section counts, and takes no lock */
void plain(int n)
{
	if (n & 1) {
		odd++;
#ifndef ALONE
		pthread_mutex_lock(&m);
#endif
	} else {
		even++;
#ifndef ALONE
		pthread_mutex_lock(&m);
#endif
	}
	count += n;
#ifndef ALONE
	pthread_mutex_unlock(&m);
#endif
}

/* an #if beside the calls is no matter */
void beside(int n)
{
	if (n & 1) {
#ifndef QUIET
		odd++;
#endif
		pthread_mutex_lock(&m);
	} else {
		even++;
		pthread_mutex_lock(&m);
	}
	count += n;
	pthread_mutex_unlock(&m);
}
