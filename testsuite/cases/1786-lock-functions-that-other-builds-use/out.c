/* A static lock function is inline where all that still uses it stands in code that no build compiles, or where its
   only section does in code that another build would leave out. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 1

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared, waited;

#if THREADS
static void queue_lock_held(void)
{
	waited++;
}

static inline void queue_lock(rcl_mutex_t *m)
{
	rcl_lock(m);
	queue_lock_held();
}
#else
static inline void queue_lock(pthread_mutex_t *m)
{
	while (pthread_mutex_trylock(m) != 0)
		sched_yield();
}
#endif

static inline int set_lock(rcl_mutex_t *m)
{
	int error = rcl_lock(m);

	if (error != 0) {
		errno = error;
		return -1;
	}
	return 0;
}

#ifdef THREADS
struct add_cs {  /* lock, in.c:42-44 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	queue_lock_held();
	shared += n;
	return 0;
}
#endif

static void add(int n)
{
#ifdef THREADS
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
#endif
}

struct set_cs {  /* lock, in.c:50-56 */
	int n;   /* in */
};

static int set_cs(void *ctx)
{
	struct set_cs *cs = ctx;
	int n = cs->n;

	shared *= n;
	return 0;
}

static void set(int n)
{
	struct set_cs cs = { .n = n };
#if THREADS
	if (rcl_exec_anon(&lock, set_cs, &cs, sizeof(cs)) < 0)
		abort();
#else
	set_cs(&cs);
#endif
}

static void reset(void)
{
#if !THREADS
	if (set_lock(&lock) < 0)
		abort();
	shared = 0;
	pthread_mutex_unlock(&lock);
#endif
}

int main(void)
{
	add(3);
	set(2);
	reset();
	printf("%d %d\n", shared, waited);
	return 0;
}
