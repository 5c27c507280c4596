/* Memory for a structure with a mutex whose size is a number, or that of another structure. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct counter {
	pthread_mutex_t lock;
	long n;
};

struct entry {
	pthread_mutex_t lock;
	long n;
};

static long count(struct counter *c)
{
	long n;

	pthread_mutex_lock(&c->lock);
	n = ++c->n;
	pthread_mutex_unlock(&c->lock);
	return n;
}

static long enter(struct entry *e)
{
	long n;

	pthread_mutex_lock(&e->lock);
	n = e->n += 2;
	pthread_mutex_unlock(&e->lock);
	return n;
}

int main(void)
{
	struct counter *c = malloc(48);
	struct entry *e = malloc(sizeof(*e) + 40);

	if (c == NULL || e == NULL)
		return 1;
	pthread_mutex_init(&c->lock, NULL);
	pthread_mutex_init(&e->lock, NULL);
	c->n = e->n = 1;
	printf("%ld %ld\n", count(c), enter(e));
	return 0;
}
