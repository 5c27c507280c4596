#include <pthread.h>
#include <stdio.h>

struct cache {
	pthread_mutex_t lock;
	int filled, reads;
};

static struct cache cache = { PTHREAD_MUTEX_INITIALIZER };

static int fetch(int n)
{
	return n * 3;
}

/* Called with the lock held, and returns so; fetches without. */
static int fill(struct cache *c, int n)
{
	int value;

	if (c->filled > n)
		return c->filled;
	pthread_mutex_unlock(&c->lock);
	value = fetch(n);
	pthread_mutex_lock(&c->lock);
	c->filled = value;
	return value;
}

/* Sometimes gives it back for good. */
static int drop(struct cache *c, int n)
{
	if (n > 9) {
		pthread_mutex_unlock(&c->lock);
		return -1;
	}
	c->filled = 0;
	return 0;
}

static int get(struct cache *c, int n)
{
	int value;

	pthread_mutex_lock(&c->lock);
	c->reads++;
	value = fill(c, n);
	if (value < 0) {
		pthread_mutex_unlock(&c->lock);
		return -1;
	}
	c->reads += value;
	pthread_mutex_unlock(&c->lock);
	return value;
}

static int forget(struct cache *c, int n)
{
	pthread_mutex_lock(&c->lock);
	c->reads++;
	if (drop(c, n) < 0)
		return -1;
	pthread_mutex_unlock(&c->lock);
	return 0;
}

int main(void)
{
	printf("%d", get(&cache, 4));
	printf(" %d", get(&cache, 5));
	printf(" %d", forget(&cache, 4));
	printf(" %d", forget(&cache, 14));
	printf(" %d %d\n", get(&cache, -2), cache.reads);
	return 0;
}
