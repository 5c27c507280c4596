/* Functions with variables called like the mutex that their lock function takes, or like what leads to it. */
#include <pthread.h>
#include <stdio.h>

struct pool {
	pthread_mutex_t lock;
	long items;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct pool first = { PTHREAD_MUTEX_INITIALIZER, 3 }, second = { PTHREAD_MUTEX_INITIALIZER, 4 };
static struct pool *pool = &first, all = { PTHREAD_MUTEX_INITIALIZER, 5 };
static struct { int threads; } state = { 2 };
static long total;

#define LAST (&all)
#define THREADED (state.threads > 1)

static void enter(void)
{
	pthread_mutex_lock(&m);
}

static void leave(void)
{
	pthread_mutex_unlock(&m);
}

static void lock_pool(void)
{
	pthread_mutex_lock(&pool->lock);
}

static void unlock_pool(void)
{
	pthread_mutex_unlock(&pool->lock);
}

static void lock_all(void)
{
	pthread_mutex_lock(&LAST->lock);
}

static void unlock_all(void)
{
	pthread_mutex_unlock(&LAST->lock);
}

static void lock_threaded(void)
{
	if (THREADED)
		pthread_mutex_lock(&m);
}

static void unlock_threaded(void)
{
	if (THREADED)
		pthread_mutex_unlock(&m);
}

/* a parameter of the same type: the pool's lock is another one's */
static int of_another(struct pool *pool)
{
	int busy;

	lock_pool();
	total += pool->items;
	busy = pthread_mutex_trylock(&pool->lock) != 0;
	if (!busy)
		pthread_mutex_unlock(&pool->lock);
	unlock_pool();
	return busy;
}

static int of_its_own(void)
{
	static struct pool all = { PTHREAD_MUTEX_INITIALIZER, 6 };
	int busy;

	lock_all();
	total += all.items;
	busy = pthread_mutex_trylock(&all.lock) != 0;
	if (!busy)
		pthread_mutex_unlock(&all.lock);
	unlock_all();
	return busy;
}

static long of_another_type(long m)
{
	enter();
	total += m;
	m = total;
	leave();
	return m;
}

static long further_in(long n)
{
	enter();
	for (int m = 0; m < 3; m++)
		n += m;
	total += n;
	leave();
	return n;
}

/* what the condition comes to is hidden, too */
static int under_a_condition(void)
{
	struct { int threads; } state = { 1 };
	int busy;

	lock_threaded();
	total += state.threads;
	busy = pthread_mutex_trylock(&m) != 0;
	unlock_threaded();
	return busy;
}

/* a field hides nothing */
static long with_a_field(long lock)
{
	lock_pool();
	pool->items += lock;
	lock = pool->items;
	unlock_pool();
	return lock;
}

int main(void)
{
	for (long i = 0; i < 3; i++) {
		printf("%d %d %ld\n", of_another(&second), of_its_own(), of_another_type(i));
		printf("%ld %d %ld\n", further_in(i), under_a_condition(), with_a_field(i));
	}
	pthread_mutex_lock(&m);
	lock_all();
	printf("%ld %ld %ld\n", total, pool->items, all.items);
	unlock_all();
	pthread_mutex_unlock(&m);
	return 0;
}
