/* A macro names the type of mutexes, and of what functions get which nobody calls. */
#include <pthread.h>

#define mutex_t pthread_mutex_t
#define MUTEX_INITIALIZER PTHREAD_MUTEX_INITIALIZER

int mutex_init(mutex_t *mutex);
int mutex_lock(mutex_t *mutex);
int mutex_unlock(mutex_t *mutex);
int mutex_cleanup(mutex_t *mutex);

int mutex_init(mutex_t *mutex)
{
	return pthread_mutex_init(mutex, NULL);
}

int mutex_lock(mutex_t *mutex)
{
	return pthread_mutex_lock(mutex);
}

int mutex_unlock(mutex_t *mutex)
{
	return pthread_mutex_unlock(mutex);
}

int mutex_cleanup(mutex_t *mutex)
{
	return pthread_mutex_destroy(mutex);
}

static mutex_t lock = MUTEX_INITIALIZER;
static int counted;

int count(void)
{
	int n;

	mutex_lock(&lock);
	n = counted++;
	mutex_unlock(&lock);
	return n;
}
