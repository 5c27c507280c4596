/* A mutex's address goes into a structure that is not the tree's as a number, and comes back as a pointer. */
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static int count;

int watch(int epoll, int fd)
{
	struct epoll_event event;

	event.events = EPOLLIN;
	event.data.u64 = (uintptr_t)&door;
	return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

void ready(int epoll)
{
	struct epoll_event events[4];

	if (epoll_wait(epoll, events, 4, -1) > 0) {
		pthread_mutex_t *its = events[0].data.ptr;

		pthread_mutex_lock(its);
		count++;
		pthread_mutex_unlock(its);
	}
}

int next(void)
{
	int n;

	pthread_mutex_lock(&door);
	n = ++count;
	pthread_mutex_unlock(&door);
	return n;
}
