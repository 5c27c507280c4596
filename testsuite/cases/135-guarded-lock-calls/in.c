#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

struct pool {
	pthread_mutex_t lock;
	int threads, used, peak;
};

static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0 };

/* A parameter says whether there is anybody else. */
static int obtain(struct pool *p, int locking)
{
	int got = -1;

	if (locking) {
		pthread_mutex_lock(&p->lock);
	}
	if (p->used < 3)
		got = p->used++;
	if (locking) {
		pthread_mutex_unlock(&p->lock);
	}
	return got;
}

static void release(int locking)
{
	if (locking)
		pthread_mutex_lock(&pool.lock);
	pool.used--;
	if (locking)
		pthread_mutex_unlock(&pool.lock);
}

/* A field does, which nothing that is called changes; more ways out, and twice. */
static int grow(struct pool *p, int by)
{
	int left = 0;

	if (p->threads > 1 || by > 100)
		pthread_mutex_lock(&p->lock);
	if (p->used + by > 200) {
		left = p->used;
		if (p->threads > 1 || by > 100)
			pthread_mutex_unlock(&p->lock);
		return left - 200;
	}
	p->used += by;
	if (p->threads > 1 || by > 100)
		pthread_mutex_unlock(&p->lock);
	printf("grown by %d\n", by);
	if (p->threads > 1 || by > 100)
		pthread_mutex_lock(&p->lock);
	if (p->used > p->peak)
		p->peak = p->used;
	if (p->threads > 1 || by > 100)
		pthread_mutex_unlock(&p->lock);
	return left;
}

/* The pool is locked if there is one. */
static int used(struct pool *p)
{
	int n = 0;

	if (p) {
		pthread_mutex_lock(&p->lock);
	}
	for (struct pool *each = p; each; each = NULL)
		n += each->used;
	if (p) {
		pthread_mutex_unlock(&p->lock);
	}
	return n;
}

static void start(struct pool *p)
{
	p->threads++;
}

/* What is called changes the condition. */
static void first(struct pool *p)
{
	if (p->threads)
		pthread_mutex_lock(&p->lock);
	p->used++;
	start(p);
	p->threads--;
	if (p->threads)
		pthread_mutex_unlock(&p->lock);
}

/* More than the lock call depends on it. */
static int counted(struct pool *p, int locking)
{
	int n;

	if (locking) {
		pthread_mutex_lock(&p->lock);
		p->peak++;
	}
	n = p->peak;
	if (locking)
		pthread_mutex_unlock(&p->lock);
	return n;
}

/* Handed to its caller with the lock. */
static int kept(struct pool *p, int locking)
{
	if (locking)
		pthread_mutex_lock(&p->lock);
	if (p->used > 5)
		return 1;
	if (locking)
		pthread_mutex_unlock(&p->lock);
	return 0;
}

int main(void)
{
	printf("%d", obtain(&pool, 0));
	printf(" %d", obtain(&pool, 1));
	release(1);
	printf(" %d\n", grow(&pool, 10));
	pool.threads = 2;
	printf("%d", grow(&pool, 180));
	printf(" %d", grow(&pool, 20));
	release(0);
	printf(" %d %d", used(&pool), used(NULL));
	first(&pool);
	printf(" %d %d", counted(&pool, 1), counted(&pool, 0));
	if (kept(&pool, 1))
		pthread_mutex_unlock(&pool.lock);
	printf(" %d %d\n", pool.used, pool.peak);
	return 0;
}
