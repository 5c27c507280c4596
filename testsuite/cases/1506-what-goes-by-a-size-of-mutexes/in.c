/* What code does goes by the size of what holds a mutex. */
#include <pthread.h>
#include <stdio.h>

static struct counter {
	pthread_mutex_t lock;
	long n;
} c = { PTHREAD_MUTEX_INITIALIZER, 0 };

static long count(long by)
{
	long n;

	switch (sizeof(c)) {
	case 4:
		return 0;
	case 48:
		by++;
	}
	pthread_mutex_lock(&c.lock);
	n = c.n += by;
	pthread_mutex_unlock(&c.lock);
	return n;
}

int main(void)
{
	printf("%ld\n", count(2));
	return 0;
}
