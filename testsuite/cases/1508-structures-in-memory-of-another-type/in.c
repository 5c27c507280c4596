/* What others declare as bytes holds a structure with a mutex: it would not have room for another one. */
#include <pthread.h>
#include <stdio.h>

struct handle {
	long opaque[6];
};

struct counter {
	pthread_mutex_t lock;
	long n;
};

static void begin(struct handle *h)
{
	struct counter *c = (struct counter *)h;

	pthread_mutex_init(&c->lock, NULL);
	c->n = 1;
}

static long count(struct handle *h, long by)
{
	struct counter *c = (struct counter *)h;

	pthread_mutex_lock(&c->lock);
	by = c->n += by;
	pthread_mutex_unlock(&c->lock);
	return by;
}

int main(void)
{
	struct {
		struct handle first;
		long behind;
	} both = { .behind = 3 };

	begin(&both.first);
	printf("%ld\n", count(&both.first, 2));
	printf("%ld\n", both.behind);
	return 0;
}
