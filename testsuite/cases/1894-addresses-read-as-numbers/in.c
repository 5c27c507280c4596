/* A function reads an address as a number where a pointer without a type leads to, and keeps nothing of the pointer. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static void *first = &one, *second = &two;
static void *copied;
static long sum, others;

static uintptr_t at(const void *place)
{
	return *(const uintptr_t *)place;
}

static void copy(const void *place)
{
	memcpy(&copied, place, sizeof(copied));
}

static void enter(void *lock)
{
	pthread_mutex_lock(lock);
	sum += 2;
	pthread_mutex_unlock(lock);
}

static void begin(void)
{
	copy(&second);
}

static void add(void)
{
	pthread_mutex_lock(&one);
	sum++;
	pthread_mutex_unlock(&one);
	pthread_mutex_lock(&two);
	others++;
	pthread_mutex_unlock(&two);
	enter((void *)at(&first));
	pthread_mutex_lock(copied);
	others += 3;
	pthread_mutex_unlock(copied);
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
	printf("%ld %ld\n", sum, others);
	return 0;
}
