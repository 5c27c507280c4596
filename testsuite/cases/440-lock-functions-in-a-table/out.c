#include <pthread.h>
#include "rcl_config.h"
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
	rcl_mutex_t *lock = malloc(sizeof(rcl_mutex_t));
	if (lock && rcl_mutex_init(lock, NULL, lock)) {
		free(lock);
		return NULL;
	}
	return lock;
}

static void posix_lock_free(void *lock_)
{
	rcl_mutex_t *lock = lock_;
	rcl_mutex_destroy(lock);
	free(lock);
}

static rcl_mutex_t *posix_mutex(void *lock_)
{
	return lock_;
}

static int posix_lock(void *lock_)
{
	rcl_mutex_t *lock = lock_;
	return rcl_lock(lock);
}

static int posix_unlock(void *lock_)
{
	rcl_mutex_t *lock = lock_;
	return rcl_unlock(lock);
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

struct add_directly_cs {  /* base_lock, in.c:59-61 */
	int n;            /* in */
};

static int add_directly_cs(void *ctx)
{
	struct add_directly_cs *cs = ctx;
	int n = cs->n;

	added += n;
	return 0;
}

static void add_directly(int n)
{
	struct add_directly_cs cs = { .n = n };
	rcl_exec_anon(posix_mutex(base_lock), add_directly_cs, &cs, sizeof(cs));
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
