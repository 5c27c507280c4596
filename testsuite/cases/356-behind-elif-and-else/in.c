#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;

/* What the machine has, by the first of the ways that were built in. */
static int supply(int wanted)
{
	int had;

#if defined(HAS_STORE)
	wanted *= 2;
#elif defined(HAS_SHOP)
	wanted *= 3;
#else
	wanted *= 4;
#endif
	pthread_mutex_lock(&lock);
	used += wanted;
	had = used;
	pthread_mutex_unlock(&lock);
	return had;
}

static int demand(int wanted)
{
#ifdef HAS_STORE
	wanted *= 2;
#elif defined(HAS_SHOP)
	wanted *= 3;
#else
	pthread_mutex_lock(&lock);
	used -= wanted;
	pthread_mutex_unlock(&lock);
#endif
	return wanted;
}

int main(void)
{
	printf("%d\n", supply(2));
	printf("%d %d\n", demand(3), used);
	return 0;
}
