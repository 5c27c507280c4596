#include <pthread.h>
#include <stdio.h>

struct job {
	pthread_mutex_t lock;
	int done, size;
};
struct pool {
	struct job *jobs;
	unsigned mask;
	struct job *current;
};

static struct job jobs[4] = {
	{ PTHREAD_MUTEX_INITIALIZER, 1, 2 }, { PTHREAD_MUTEX_INITIALIZER, 3, 4 },
	{ PTHREAD_MUTEX_INITIALIZER, 5, 6 }, { PTHREAD_MUTEX_INITIALIZER, 7, 8 },
};
static struct pool all = { jobs, 3, jobs };

/* the lock is taken by one name and released by another */
static int progress(struct pool *pool, unsigned first, unsigned last)
{
	int sum = 0;
	unsigned number;

	for (number = first; number < last; number++) {
		unsigned const id = number & pool->mask;
		struct job *job = &pool->jobs[id];
		pthread_mutex_lock(&job->lock);
		sum += job->done;
		pthread_mutex_unlock(&pool->jobs[id].lock);
	}
	return sum;
}

static void next(struct pool *pool)
{
	pool->current++;
}

/* here the second name comes to mean another lock */
static void step(struct pool *pool)
{
	struct job *job = pool->current;

	pthread_mutex_lock(&job->lock);
	job->done++;
	pthread_mutex_lock(&(job + 1)->lock);
	next(pool);
	pthread_mutex_unlock(&job->lock);
	pool->current->done++;
	pthread_mutex_unlock(&pool->current->lock);
}

static int moved(struct pool *pool)
{
	struct job *job = pool->current;
	int done;

	pthread_mutex_lock(&job->lock);
	done = job->done;
	pool->current = pool->jobs;
	pthread_mutex_unlock(&job->lock);
	return done;
}

static int stepped(struct pool *pool)
{
	struct job *job = &pool->jobs[0];
	int size;

	next(pool);
	pthread_mutex_lock(&job->lock);
	size = job->size++;
	pthread_mutex_unlock(&pool->jobs->lock);
	return size;
}

int main(void)
{
	step(&all);
	printf("%d %d %d\n", progress(&all, 0, 6), stepped(&all), moved(&all));
	return 0;
}
