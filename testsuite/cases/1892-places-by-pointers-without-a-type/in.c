/* A function gets the place for a mutex's address by a pointer without a type, and makes another pointer of that. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *found;
static void *other;
static long sum;

static void find(void *place)
{
	uintptr_t *at = place;

	*at = (uintptr_t)&lock;
}

static void put(void *place, uintptr_t what)
{
	pthread_mutex_t **at = place;

	at[0] = (pthread_mutex_t *)what;
}

static void begin(void)
{
	find(&found);
	put(&other, (uintptr_t)&lock);
}

static void add(void)
{
	pthread_mutex_t *mine = other;

	pthread_mutex_lock(&lock);
	sum++;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(found);
	sum += 2;
	pthread_mutex_unlock(found);
	pthread_mutex_lock(mine);
	sum += 3;
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
