/* Lock macros without arguments that are the names of others, which take those that stand behind them. */
#include <pthread.h>
#include <stdio.h>

#define IMPL_LOCK(mutex) pthread_mutex_lock (&(mutex))
#define IMPL_UNLOCK(mutex) pthread_mutex_unlock (&(mutex))
#define MUTEX_LOCK IMPL_LOCK
#define MUTEX_UNLOCK	IMPL_UNLOCK
#define LOCK MUTEX_LOCK
#define UNLOCK(mutex) MUTEX_UNLOCK (mutex)

struct account {
	pthread_mutex_t lock;
	int sum;
};

static struct account first = { PTHREAD_MUTEX_INITIALIZER, 0 };
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int deposit(struct account *a, int n)
{
	int r;

	MUTEX_LOCK (a->lock);
	if (a->sum > 500) {
		MUTEX_UNLOCK (a->lock);
		return -1;
	}
	a->sum += n;
	r = a->sum;
	MUTEX_UNLOCK (a->lock);
	return r;
}

static void count(int n)
{
	LOCK(other);
	total += n;
	UNLOCK(other);
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 100; i++) {
		deposit(arg, i % 3);
		count(1);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &first);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d\n", first.sum, total, deposit(&first, 400) + deposit(&first, 1));
	return 0;
}
