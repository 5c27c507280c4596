#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int total, ready, rounds;
static unsigned long sized;

static void give(int *n)
{
	*n = 3;
}

static void *waker(void *unused)
{
	const struct timespec moment = { 0, 100000 };

	for (int i = 0; i < 400; i++) {
		pthread_mutex_lock(&m);
		ready = 1;
		pthread_cond_broadcast(&c);
		pthread_mutex_unlock(&m);
		nanosleep(&moment, NULL);
	}
	return unused;
}

/* What follows the section only asks for the variable's size. */
static void size_behind(int n)
{
	pthread_mutex_lock(&m);
	int i = 0;
	while (i++ < 2) {
		while (!ready)
			pthread_cond_wait(&c, &m);
		ready = 0;
		total += n;
	}
	total += i;
	pthread_mutex_unlock(&m);
	sized += sizeof(i);
}

/* The lock is released in a round, without a wait. */
static void size_behind_a_pause(int n)
{
	pthread_mutex_lock(&m);
	int i = 0;
	while (i++ < 2) {
		pthread_mutex_unlock(&m);
		rounds++;
		pthread_mutex_lock(&m);
		total += n;
	}
	total += i;
	pthread_mutex_unlock(&m);
	sized += sizeof(i);
}

/* It gets another value there before it is read. */
static void set_behind(int n)
{
	pthread_mutex_lock(&m);
	int i = 0;
	while (i++ < 2) {
		while (!ready)
			pthread_cond_wait(&c, &m);
		ready = 0;
		total += n;
	}
	total += i;
	pthread_mutex_unlock(&m);
	i = n;
	rounds += i;
}

/* So it does by its address. */
static void given_behind(int n)
{
	pthread_mutex_lock(&m);
	int i = 0;
	while (i++ < 2) {
		while (!ready)
			pthread_cond_wait(&c, &m);
		ready = 0;
		total += n;
	}
	total += i;
	pthread_mutex_unlock(&m);
	give(&i);
	rounds += i;
}

/* A way out asks for its size. */
static int size_in_a_tail(int n)
{
	pthread_mutex_lock(&m);
	int i = 0;
	while (i++ < 2) {
		while (!ready)
			pthread_cond_wait(&c, &m);
		ready = 0;
		if (total < n) {
			pthread_mutex_unlock(&m);
			return (int)sizeof(i);
		}
		total += i;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t thread;
	int last;

	pthread_create(&thread, NULL, waker, NULL);
	size_behind(1);
	size_behind_a_pause(2);
	set_behind(3);
	given_behind(4);
	last = size_in_a_tail(5);
	last += size_in_a_tail(5000);
	pthread_join(thread, NULL);
	printf("%d %d %lu %d\n", total, rounds, sized, last);
	return 0;
}
