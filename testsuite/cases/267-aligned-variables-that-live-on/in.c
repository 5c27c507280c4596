#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define ALIGNED __attribute__((aligned(64)))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, *kept;

/* The client's variable would have another address. */
static int aligned(long n)
{
	pthread_mutex_lock(&lock);
	_Alignas(64) long own = n;
	total += own + ((uintptr_t)&own & 63);
	pthread_mutex_unlock(&lock);
	return own + ((uintptr_t)&own & 63);
}

static int by_attribute(long n)
{
	pthread_mutex_lock(&lock);
	long own ALIGNED;
	own = n;
	kept = &own;
	total += *kept;
	pthread_mutex_unlock(&lock);
	return *kept + ((uintptr_t)&own & 63);
}

/* Nobody looks at where this one is. */
static int unseen(long n)
{
	pthread_mutex_lock(&lock);
	long own ALIGNED = n;
	total += own;
	pthread_mutex_unlock(&lock);
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
