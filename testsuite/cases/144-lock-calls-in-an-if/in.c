#include <pthread.h>
#include <stdio.h>

#define USE_THREADS 1

struct daemon {
	pthread_mutex_t lock;
	int connections, limit, refused;
};

static struct daemon all = { PTHREAD_MUTEX_INITIALIZER, 0, 2, 0 };
static int count;

/* the lock calls stand alone in an #if: without threads there is no lock */
static void add(struct daemon *daemon, int n)
{
#if defined(USE_THREADS)
	pthread_mutex_lock(&daemon->lock);
#endif
	daemon->connections += n;
	count++;
#if defined(USE_THREADS)
	pthread_mutex_unlock(&daemon->lock);
#endif /* USE_THREADS */
}

static int accept_one(struct daemon *daemon)
{
	int id;

#if defined(USE_THREADS)
	pthread_mutex_lock(&daemon->lock);
#endif
	if (daemon->connections >= daemon->limit) {
		daemon->refused++;
#if defined(USE_THREADS)
		pthread_mutex_unlock(&daemon->lock);
#endif
		printf("refused\n");
		return -1;
	}
	id = daemon->connections++;
#if defined(USE_THREADS)
	pthread_mutex_unlock(&daemon->lock);
#endif
	return id;
}

/* here what is locked depends on the build, too */
static void reset(struct daemon *daemon)
{
#if defined(USE_THREADS)
	pthread_mutex_lock(&daemon->lock);
#endif
#ifndef USE_THREADS
	daemon->limit = 1;
#endif
	daemon->connections = 0;
#if defined(USE_THREADS)
	pthread_mutex_unlock(&daemon->lock);
#endif
}

/* what is built besides does not matter */
static int limited(struct daemon *daemon, int limit)
{
	int before;

#if defined(USE_THREADS)
	pthread_mutex_lock(&daemon->lock);
#endif
#ifdef SMALL
	before = limit;
#else
	before = daemon->limit;
#endif
	if (before == limit) {
#if defined(USE_THREADS)
		pthread_mutex_unlock(&daemon->lock);
#endif
		return 0;
	}
	daemon->limit = limit;
#if defined(USE_THREADS)
	pthread_mutex_unlock(&daemon->lock);
#endif
	return before;
}

static void half(struct daemon *daemon)
{
	pthread_mutex_lock(&daemon->lock);
	daemon->connections = 0;
#if defined(USE_THREADS)
	pthread_mutex_unlock(&daemon->lock);
#endif
}

int main(void)
{
	add(&all, 1);
	printf("%d %d\n", accept_one(&all), accept_one(&all));
	reset(&all);
	half(&all);
	printf("%d %d\n", limited(&all, 2), limited(&all, 3));
	printf("%d %d %d\n", all.connections, all.refused, count);
	return 0;
}
