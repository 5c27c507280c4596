#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct lock_callbacks {
	void *(*alloc)(void);
	void (*free)(void *lock);
	int (*lock)(void *lock);
	int (*unlock)(void *lock);
};

static void *posix_lock_alloc(void)
{
	pthread_mutex_t *lock = malloc(sizeof(pthread_mutex_t));
	if (lock && pthread_mutex_init(lock, NULL)) {
		free(lock);
		return NULL;
	}
	return lock;
}

static void posix_lock_free(void *lock_)
{
	pthread_mutex_t *lock = lock_;
	pthread_mutex_destroy(lock);
	free(lock);
}

static int posix_lock(void *lock_)
{
	pthread_mutex_t *lock = lock_;
	return pthread_mutex_lock(lock);
}

static int posix_unlock(void *lock_)
{
	pthread_mutex_t *lock = lock_;
	return pthread_mutex_unlock(lock);
}

static struct lock_callbacks fns;
static void *base_lock;
static int added;

static void set_callbacks(const struct lock_callbacks *callbacks)
{
	fns = *callbacks;
}

static void add(int n)
{
	fns.lock(base_lock);
	added += n;
	fns.unlock(base_lock);
}

static void add_directly(int n)
{
	posix_lock(base_lock);
	added += n;
	posix_unlock(base_lock);
}

int main(void)
{
	struct lock_callbacks own = { posix_lock_alloc, posix_lock_free, posix_lock, posix_unlock };
	set_callbacks(&own);
	base_lock = fns.alloc();
	add(3);
	add_directly(4);
	fns.free(base_lock);
	printf("%d\n", added);
	return 0;
}
