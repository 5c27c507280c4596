#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int logging, opened, told;

static void tell(int n)
{
	pthread_mutex_lock(&lock);
	told += n;
	pthread_mutex_unlock(&lock);
}

/* The lock is given back for a while before the #if, of which nobody knows the second branch. */
static int start(int how)
{
	pthread_mutex_lock(&lock);
	if (logging) {
		pthread_mutex_unlock(&lock);
		tell(how);
		pthread_mutex_lock(&lock);
	}
	if (opened > 2)
		opened = 0;
#ifndef HAS_OTHER_LOG
	if (how == 2) {
		logging = 1;
		pthread_mutex_unlock(&lock);
		return 1;
	}
#else
	if (how == 2) {
		logging = 2;
		pthread_mutex_unlock(&lock);
		return 2;
	}
#endif
	opened++;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	for (int n = 0; n < 6; n++)
		printf("%d", start(n));
	printf(" %d %d\n", opened, told);
	return 0;
}
