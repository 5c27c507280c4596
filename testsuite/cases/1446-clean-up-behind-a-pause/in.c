#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long count, said;

static void noted(long *n)
{
	said += *n;
}

/* what is declared while the lock is released is cleaned up with the lock held */
void held(int n)
{
	pthread_mutex_lock(&m);
	for (int i = 0; i < n; i++) {
		pthread_mutex_unlock(&m);
		long kept __attribute__((cleanup(noted))) = i + n;
		__atomic_fetch_add(&kept, 1, __ATOMIC_SEQ_CST);
		pthread_mutex_lock(&m);
		count += n;
	}
	pthread_mutex_unlock(&m);
}

/* and the section may have it */
void named(int n)
{
	pthread_mutex_lock(&m);
	for (int i = 0; i < n; i++) {
		pthread_mutex_unlock(&m);
		__attribute__((cleanup(noted))) long kept = i + n;
		pthread_mutex_lock(&m);
		count += kept;
	}
	pthread_mutex_unlock(&m);
}

/* before the lock is taken again */
void ended(int n)
{
	pthread_mutex_lock(&m);
	for (int i = 0; i < n; i++) {
		pthread_mutex_unlock(&m);
		{
			long own __attribute__((cleanup(noted))) = i + n;
			own++;
		}
		pthread_mutex_lock(&m);
		count += n;
	}
	pthread_mutex_unlock(&m);
}

/* on a way out */
int left(int n)
{
	pthread_mutex_lock(&m);
	if (n < 0) {
		pthread_mutex_unlock(&m);
		long own __attribute__((cleanup(noted))) = n;
		return own > 3;
	}
	count += n;
	pthread_mutex_unlock(&m);
	return 1;
}
