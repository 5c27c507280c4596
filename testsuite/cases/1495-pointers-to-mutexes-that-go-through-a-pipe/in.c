/* What comes out of a pipe may be the address of a mutex that went into it: nothing is converted. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

int give(int pipe)
{
	pthread_mutex_t *mutex = &lock;

	return write(pipe, &mutex, sizeof(mutex)) == sizeof(mutex);
}

int get(int pipe)
{
	pthread_mutex_t *mutex;

	if (read(pipe, &mutex, sizeof(mutex)) != sizeof(mutex))
		return 0;
	pthread_mutex_lock(mutex);
	count++;
	pthread_mutex_unlock(mutex);
	return 1;
}

int next(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = ++count;
	pthread_mutex_unlock(&lock);
	return n;
}
