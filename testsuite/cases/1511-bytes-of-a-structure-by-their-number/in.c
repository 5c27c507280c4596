/* Bytes of structures with mutexes that are counted: what stands before one may be. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct entry {
	int sort;
	pthread_mutex_t lock;
	long n;
};

struct counter {
	pthread_mutex_t lock;
	long n;
};

static struct counter c = { PTHREAD_MUTEX_INITIALIZER, 4 };

static long enter(struct entry *e, long by)
{
	pthread_mutex_lock(&e->lock);
	by = e->n += by + e->sort;
	pthread_mutex_unlock(&e->lock);
	return by;
}

static long count(long by)
{
	pthread_mutex_lock(&c.lock);
	by = c.n += by;
	pthread_mutex_unlock(&c.lock);
	return by;
}

int main(void)
{
	struct entry e = { .n = 3 };
	struct counter other;

	memset(&e, 0, 4);
	pthread_mutex_init(&e.lock, NULL);
	memcpy(&other, &c, 48);
	printf("%ld %ld %ld\n", enter(&e, 2), count(3), other.n);
	return 0;
}
