/* What __builtin_expect() gives is what it gets. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define likely(what) __builtin_expect((what), 1)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t given;
static long sum;

static void begin(void)
{
	given = (uintptr_t)&lock;
}

static void add(void)
{
	pthread_mutex_t *mine = (pthread_mutex_t *)likely((long)given);

	pthread_mutex_lock(&lock);
	sum++;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(mine);
	sum += 2;
	pthread_mutex_unlock(mine);
}

static void *run(void *unused)
{
	for (int i = 0; i < 1000; i++)
		add();
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	begin();
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", sum);
	return 0;
}
