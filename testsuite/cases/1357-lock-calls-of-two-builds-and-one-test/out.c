/* Each build takes the lock in another way, and one test behind the #endif asks for the result of both. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total;

static int kept(int n)
{
	int error;

#ifdef NO_WAIT
	error = pthread_mutex_trylock(&lock);
#else
	error = rcl_lock(&lock);
#endif
	if (error != 0) {
		puts("failed to lock");
		return -1;
	}
	total += n;
	rcl_unlock(&lock);
	return 0;
}

/* without the lock a build with NO_WAIT would lose what follows */
static int asked(int n)
{
#ifdef NO_WAIT
	if (pthread_mutex_trylock(&lock) != 0)
#else
	if (rcl_lock(&lock) != 0)
#endif
	{
		puts("failed to lock");
		return -1;
	}
	total += n;
	rcl_unlock(&lock);
	return 0;
}

static int said_between(int n)
{
	int error = rcl_lock(&lock);

#ifdef VERBOSE
	printf("locked for %d\n", n);
#endif
	if (error != 0)
		return -1;
	total += n;
	rcl_unlock(&lock);
	return 0;
}

struct released_cs {  /* lock, in.c:61-62 */
	int n;        /* in */
};

static int released_cs(void *ctx)
{
	struct released_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

static int released(int n)
{
	int error;

	struct released_cs cs = { .n = n };
	rcl_exec_anon(&lock, released_cs, &cs, sizeof(cs));
#ifdef NO_WAIT
	error = pthread_mutex_unlock(&lock) + 1;
#else
	error = rcl_unlock(&lock);
#endif
	return error;
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		printf("%d %d %d %d\n", kept(i), asked(i), said_between(i), released(i));
	printf("%ld\n", total);
	return 0;
}
