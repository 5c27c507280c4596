#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int hits, misses, others;

static void hit(void)
{
	rcl_lock(&lock);	/* rcl: keep -- short, and hot in this thread's cache */
	hits++;
	rcl_unlock(&lock);
}

static void miss(void)
{
	// rcl: keep -- walks a long list
	rcl_lock(&lock);
	misses++;
	rcl_unlock(&lock);
}

static void other(void)
{
	rcl_lock(&lock);	/* rcl: keep */
	others++;
	rcl_unlock(&lock);
}

struct sum_cs {  /* lock, in.c:33-35 */
	int n;   /* out */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	int n;

	n = hits + misses + others;
	cs->n = n;
	return 0;
}

/* Not about this section: rcl: keep -- something else. */
static int sum(void)
{
	int n;	/* rcl: keep -- not alone on its line */
	struct sum_cs cs;
	rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	hit();
	miss();
	other();
	printf("%d\n", sum());
	return 0;
}
