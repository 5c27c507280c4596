/* Results of lock calls that a variable keeps for an assertion about them, and for nothing else. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define CHECK(ok) do { if (!(ok)) fprintf(stderr, "failed\n"); } while (0)

struct pool {
	pthread_mutex_t lock;
	pthread_mutex_t fork_lock;
	pthread_cond_t idle;
	int jobs, told;
};

static struct pool pool = {
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0
};

static int add(struct pool *p, int n)
{
	int ret;

	ret = pthread_mutex_lock(&p->lock);
	assert(ret == 0);
	p->jobs += n;
	ret = pthread_mutex_unlock(&p->lock);
	assert(ret == 0);
	return n;
}

static int take(struct pool *p)
{
	int res, unlock_res;

	res = pthread_mutex_lock(&p->lock);
	if (res != 0)
		return res;
	if (p->jobs == 0) {
		unlock_res = pthread_mutex_unlock(&p->lock);
		assert(unlock_res == 0);
		return -1;
	}
	res = --p->jobs;
	unlock_res = pthread_mutex_unlock(&p->lock);
	CHECK(unlock_res == 0);
	return res;
}

/* Here the section signals, too, with a result that is asserted and stays. */
static void tell(struct pool *p)
{
	int ret;

	ret = pthread_mutex_lock(&p->lock);
	assert(ret == 0);
	p->told++;
	ret = pthread_cond_signal(&p->idle);
	assert(ret == 0);
	ret = pthread_mutex_unlock(&p->lock);
	assert(ret == 0);
}

/* This only waits for who has the lock. */
static void wait_for_fork(struct pool *p)
{
	int ret;

	ret = pthread_mutex_lock(&p->fork_lock);
	assert(ret == 0);
	ret = pthread_mutex_unlock(&p->fork_lock);
	assert(ret == 0);
}

/* Here the result is asked for later. */
static int reported(struct pool *p)
{
	int ret;

	ret = pthread_mutex_lock(&p->lock);
	assert(ret == 0);
	p->jobs++;
	pthread_mutex_unlock(&p->lock);
	return ret;
}

/* The assertion is about something else, too. */
static int more(struct pool *p, int n)
{
	int ret;

	ret = pthread_mutex_lock(&p->lock);
	assert(ret == 0 && n > 0);
	p->jobs += n;
	pthread_mutex_unlock(&p->lock);
	return n;
}

static int pool_lock(struct pool *p)
{
	if (pthread_mutex_lock(&p->lock) != 0)
		return 0;
	return 1;
}

static int pool_unlock(struct pool *p)
{
	if (pthread_mutex_unlock(&p->lock) != 0)
		return 0;
	return 1;
}

/* These say that they have the lock. */
static int all(struct pool *p)
{
	int ok, sum = 0;

	for (int i = 0; i < 3; i++) {
		ok = pool_lock(p);
		assert(ok);
		p->jobs++;
		if (p->jobs == 2) {
			ok = pool_unlock(p);
			assert(ok);
			continue;
		}
		sum += p->jobs;
		ok = pool_unlock(p);
		assert(ok == 1);
	}
	return sum;
}

int main(void)
{
	printf("%d", add(&pool, 2));
	printf(" %d", take(&pool));
	tell(&pool);
	wait_for_fork(&pool);
	printf(" %d", reported(&pool));
	printf(" %d", more(&pool, 3));
	printf(" %d", all(&pool));
	printf(" %d %d\n", pool.jobs, pool.told);
	return 0;
}
