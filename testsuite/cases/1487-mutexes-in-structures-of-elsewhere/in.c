/* A mutex's address comes back out of a structure that is not the tree's: the section there is one of the same class. */
#include <pthread.h>
#include <signal.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

void expired(union sigval value)
{
	pthread_mutex_t *its = value.sival_ptr;

	pthread_mutex_lock(its);
	count++;
	pthread_mutex_unlock(its);
}

int start(timer_t *timer)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = expired };

	event.sigev_value.sival_ptr = &lock;
	return timer_create(CLOCK_REALTIME, &event, timer);
}

int next(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = ++count;
	pthread_mutex_unlock(&lock);
	return n;
}
