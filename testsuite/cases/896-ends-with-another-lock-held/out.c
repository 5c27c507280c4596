/* Hand over hand, with locks of which the runtime knows nothing: who still has one must not go on with the sections of
   others, which want it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define THREADS 4
#define ROUNDS 2000

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static long ordered, rows;

static void table_lock(void)
{
	rows++;
	pthread_rwlock_wrlock(&table);
}

struct add_cs {     /* lock, in.c:21-30 */
	int early;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int early = cs->early;

	ordered++;
	table_lock();
	if (early) {
		return 1;
	}
	ordered++;
	return 0;
}

static void add(int early)
{
	struct add_cs cs = { .early = early };
	if (rcl_exec_blocking(&lock, add_cs, &cs, sizeof(cs)) == 1) {
		pthread_rwlock_unlock(&table);
		return;
	}
	pthread_rwlock_unlock(&table);
}

/* lock, in.c:36-39 */
static int print_cs(void *ctx)
{
	ordered++;
	flockfile(stderr);
	return 0;
}

static void print(void)
{
	rcl_exec_blocking(&lock, print_cs, NULL, 0);
	funlockfile(stderr);
}

/* lock, in.c:45-49 */
static int print_inside_cs(void *ctx)
{
	ordered++;
	flockfile(stderr);
	funlockfile(stderr);
	return 0;
}

static void print_inside(void)
{
	rcl_exec(&lock, print_inside_cs, NULL, 0);
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
