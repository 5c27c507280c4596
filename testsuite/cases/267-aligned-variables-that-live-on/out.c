#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>

#define ALIGNED __attribute__((aligned(64)))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total, *kept;

/* The client's variable would have another address. */
static int aligned(long n)
{
	rcl_lock(&lock);
	_Alignas(64) long own = n;
	total += own + ((uintptr_t)&own & 63);
	rcl_unlock(&lock);
	return own + ((uintptr_t)&own & 63);
}

static int by_attribute(long n)
{
	rcl_lock(&lock);
	long own ALIGNED;
	own = n;
	kept = &own;
	total += *kept;
	rcl_unlock(&lock);
	return *kept + ((uintptr_t)&own & 63);
}

struct unseen_cs {  /* lock, in.c:34-37 */
	long n;     /* in */
	long own;   /* out */
};

static int unseen_cs(void *ctx)
{
	struct unseen_cs *cs = ctx;
	long n = cs->n;
	long own ALIGNED = n;
	total += own;
	cs->own = own;
	return 0;
}

/* Nobody looks at where this one is. */
static int unseen(long n)
{
	long own;
	struct unseen_cs cs = { .n = n };
	rcl_exec_anon(&lock, unseen_cs, &cs, sizeof(cs));
	own = cs.own;
	return own;
}

int main(void)
{
	printf("%d", aligned(1));
	printf(" %d", by_attribute(2));
	printf(" %d", unseen(3));
	printf(" %ld\n", total);
	return 0;
}
