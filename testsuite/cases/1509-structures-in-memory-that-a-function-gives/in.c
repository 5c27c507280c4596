/* So it is with memory that goes through functions: bytes by a parameter without a type, and what they give of an array. */
#include <pthread.h>
#include <stdio.h>

struct counter {
	pthread_mutex_t lock;
	long n;
};

static long arena[40];
static size_t used;

static void *some(size_t size)
{
	long *begins = &arena[used];

	used += size / sizeof(*begins);
	return begins;
}

static void begin(void *memory)
{
	struct counter *c = memory;

	pthread_mutex_init(&c->lock, NULL);
	c->n = 1;
}

static long count(struct counter *c, long by)
{
	pthread_mutex_lock(&c->lock);
	by = c->n += by;
	pthread_mutex_unlock(&c->lock);
	return by;
}

int main(void)
{
	struct counter *first = some(sizeof(*first)), *second = some(sizeof(*second));

	begin(first);
	begin(second);
	printf("%ld %ld\n", count(first, 2), count(second, 3));
	return 0;
}
