#include <pthread.h>
#include <stdio.h>

struct pool {
	pthread_mutex_t *lock;
	int used, freed;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t row[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int total, last, most, sums[2];

static void unlock_and_note(pthread_mutex_t *m, int n)
{
	pthread_mutex_unlock(m);
	if (n > most)
		most = n;
	last = m == &lock ? n : -1;
}

/* What the lock guards is read before it is given back. */
static void add(int n)
{
	pthread_mutex_lock(&lock);
	total += n;
	unlock_and_note(&lock, total);
}

/* Whoever has the lock next may free the pool. */
static void put(struct pool *pool, int n)
{
	pthread_mutex_lock(pool->lock);
	pool->used -= n;
	pool->freed = pool->used == 0;
	unlock_and_note(pool->lock, n);
}

/* Another thread may change it by its address. */
static int wait_for(int **where)
{
	int n = 4;

	pthread_mutex_lock(&lock);
	*where = &n;
	total++;
	unlock_and_note(&lock, n);
	return n;
}

/* What only this thread has is the same behind the release. */
static int take(int n)
{
	int left;

	pthread_mutex_lock(&lock);
	left = total - n;
	total = left;
	unlock_and_note(&lock, left);
	return left;
}

/* So is where an element of an array stands. */
static void sum_up(int n)
{
	int i;

	for (i = 0; i < 2; i++) {
		pthread_mutex_lock(&row[i]);
		sums[i] += n;
		unlock_and_note(&row[i], i);
	}
}

int main(void)
{
	struct pool pool = { &lock, 3, 0 };
	int *waited, n;

	add(6);
	printf("%d %d %d\n", total, last, most);
	put(&pool, 3);
	printf("%d %d %d\n", pool.freed, last, most);
	n = wait_for(&waited);
	printf("%d %d\n", n, last);
	printf("%d", take(2));
	printf(" %d %d %d\n", total, last, most);
	sum_up(3);
	printf("%d %d\n", sums[0] + sums[1], last);
	return 0;
}
