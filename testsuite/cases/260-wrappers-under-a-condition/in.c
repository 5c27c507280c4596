#include <pthread.h>
#include <stdio.h>

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t more;
	int threads, active, jobs, done;
};

struct reader {
	struct pool base;
	int next;
};

static struct reader reader = { { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 2, 1, 3, 0 }, 0 };

static int is_threaded(struct pool *p)
{
	return p->threads > 1 && p->active;
}

/* Locks the pool if there is anybody else. */
static void lock_pool(struct pool *p)
{
	if (is_threaded(p))
		pthread_mutex_lock(&p->lock);
}

static void unlock_pool(struct pool *p)
{
	if (is_threaded(p))
		pthread_mutex_unlock(&p->lock);
}

static void add(struct pool *p)
{
	lock_pool(p);
	p->jobs++;
	unlock_pool(p);
}

/* What is asked inside is the same, and the argument is an expression. */
static int take(struct reader *r)
{
	int got;

	lock_pool(&r->base);
	got = r->base.jobs--;
	if (is_threaded(&r->base))
		pthread_cond_signal(&r->base.more);
	unlock_pool(&r->base);
	return got;
}

/* A wait for a condition, and a way out in the middle. */
static int next(struct reader *r)
{
	lock_pool(&r->base);
	if (r->next > 100) {
		unlock_pool(&r->base);
		return -1;
	}
	while (r->base.jobs == 0)
		pthread_cond_wait(&r->base.more, &r->base.lock);
	r->next += r->base.jobs;
	unlock_pool(&r->base);
	return r->next;
}

/* The condition itself, in the function. */
static void finish(struct pool *p)
{
	if (is_threaded(p))
		pthread_mutex_lock(&p->lock);
	p->done++;
	if (is_threaded(p))
		pthread_mutex_unlock(&p->lock);
}

/* What is called changes the condition. */
static void stop(struct pool *p)
{
	p->active = 0;
}

static void last(struct pool *p)
{
	lock_pool(p);
	p->done++;
	stop(p);
	p->active = 1;
	unlock_pool(p);
}

/* Another name of the pool changes it. */
static void pause_all(struct pool *p, struct pool *same)
{
	lock_pool(p);
	p->done++;
	same->active = !same->active;
	same->active = 1;
	unlock_pool(p);
}

/* The release asks nothing. */
static int count(struct pool *p)
{
	int n;

	lock_pool(p);
	n = p->done;
	pthread_mutex_unlock(&p->lock);
	return n;
}

/* Only the release asks. */
static int both(struct pool *p)
{
	int n;

	pthread_mutex_lock(&p->lock);
	n = p->done + p->jobs;
	unlock_pool(p);
	return n;
}

int main(void)
{
	struct pool *p = &reader.base;

	add(p);
	printf("%d", take(&reader));
	printf(" %d", next(&reader));
	finish(p);
	last(p);
	pause_all(p, p);
	printf(" %d %d\n", count(p), both(p));
	p->active = 0;
	add(p);
	finish(p);
	printf("%d", take(&reader));
	reader.next = 200;
	printf(" %d %d\n", next(&reader), p->done);
	return 0;
}
