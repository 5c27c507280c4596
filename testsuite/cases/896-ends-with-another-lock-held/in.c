/* Hand over hand, with locks of which the runtime knows nothing: who still has one must not go on with the sections of
   others, which want it. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define ROUNDS 2000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static long ordered, rows;

static void table_lock(void)
{
	rows++;
	pthread_rwlock_wrlock(&table);
}

static void add(int early)
{
	pthread_mutex_lock(&lock);
	ordered++;
	table_lock();
	if (early) {
		pthread_mutex_unlock(&lock);
		pthread_rwlock_unlock(&table);
		return;
	}
	ordered++;
	pthread_mutex_unlock(&lock);
	pthread_rwlock_unlock(&table);
}

static void print(void)
{
	pthread_mutex_lock(&lock);
	ordered++;
	flockfile(stderr);
	pthread_mutex_unlock(&lock);
	funlockfile(stderr);
}

static void print_inside(void)
{
	pthread_mutex_lock(&lock);
	ordered++;
	flockfile(stderr);
	funlockfile(stderr);
	pthread_mutex_unlock(&lock);
}

static void *run(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		add(i % 2);
		print();
		print_inside();
	}
	return arg;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%ld %ld\n", ordered, rows);
	return 0;
}
