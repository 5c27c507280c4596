/* Bytes get to a function that has a structure with a mutex there by a pointer without a type. */
#include <pthread.h>
#include <stdio.h>

struct counter {
	pthread_mutex_t lock;
	long n;
};

static void begin(struct counter *c)
{
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
	long room[7] = { 0 };
	void *first = room;

	begin(first);
	printf("%ld %ld\n", count(first, 2), room[6]);
	return 0;
}
