#include <pthread.h>

#pragma GCC diagnostic push /* what doesn't count here */
#pragma GCC diagnostic ignored "-Wpedantic" /* it isn't "C" */
struct counter {
	pthread_mutex_t lock;
	long value;
};
#pragma GCC diagnostic pop /* that's all */

static struct counter all = { PTHREAD_MUTEX_INITIALIZER, 0 };

long count(long n)
{
	long now;

	pthread_mutex_lock(&all.lock);
	all.value += n;
	now = all.value;
	pthread_mutex_unlock(&all.lock);
	return now;
}

void clear(void)
{
	/* it isn't much */
#pragma GCC unroll 2 /* won't help */
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&all.lock);
		all.value = 0;
		pthread_mutex_unlock(&all.lock);
	}
}
