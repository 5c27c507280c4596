/* Macros that are called like what a lock function names, and are defined behind it. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	long items;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 1 }, other = { PTHREAD_MUTEX_INITIALIZER, 2 };
static struct queue spare = { PTHREAD_MUTEX_INITIALIZER, 3 };
static long total;

#define SPARE spare

static void lock_queue(void)
{
	pthread_mutex_lock(&queue.lock);
}

static void unlock_queue(void)
{
	pthread_mutex_unlock(&queue.lock);
}

static void lock_spare(void)
{
	pthread_mutex_lock(&SPARE.lock);
}

static void unlock_spare(void)
{
	pthread_mutex_unlock(&SPARE.lock);
}

static long before(long n)
{
	lock_queue();
	n += queue.items++;
	unlock_queue();
	return n;
}

#define queue other
#undef SPARE
#define SPARE other

static int is_free(pthread_mutex_t *m)
{
	int result = pthread_mutex_trylock(m);

	if (result == 0)
		pthread_mutex_unlock(m);
	return result == 0;
}

static int of_another(void)
{
	int result;

	lock_queue();
	total += queue.items;
	result = is_free(&queue.lock);
	unlock_queue();
	return result;
}

static int of_a_spare_one(void)
{
	int result;

	lock_spare();
	total += SPARE.items;
	result = is_free(&SPARE.lock);
	unlock_spare();
	return result;
}

int main(void)
{
	printf("%ld\n", before(5));
	printf("%d %d %ld\n", of_another(), of_a_spare_one(), total);
	return 0;
}
