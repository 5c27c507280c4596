/* Memory for one structure that has the size of another one with a mutex, which may be converted without it; what holds the
   first one, or is compared with less than a mutex's size, is no harm. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	pthread_mutex_t lock;
	long n;
} counter;

typedef struct {
	pthread_mutex_t lock;
	long n;
} entry;

struct many {
	int k;
	entry first;
};

static long count(counter *c)
{
	long n;

	pthread_mutex_lock(&c->lock);
	n = ++c->n;
	pthread_mutex_unlock(&c->lock);
	return n;
}

static long enter(entry *e)
{
	long n;

	pthread_mutex_lock(&e->lock);
	n = e->n += 2;
	pthread_mutex_unlock(&e->lock);
	return n;
}

int main(void)
{
	counter *c;
	entry *e = (entry *)malloc(sizeof(struct many));

	if ((c = calloc(1, sizeof(entry))) == NULL || e == NULL || sizeof(*c) == 8)
		return 1;
	pthread_mutex_init(&c->lock, NULL);
	pthread_mutex_init(&e->lock, NULL);
	c->n = e->n = 1;
	printf("%ld %ld\n", count(c), enter(e));
	return 0;
}
