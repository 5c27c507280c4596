/* A loop that tries until it has the lock, or a jump back; not if it may end without, or changes what the section gets. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, waited;

static int spins(int n)
{
	while (pthread_mutex_trylock(&lock));
	count += n;
	pthread_mutex_unlock(&lock);
	return 1;
}

static int yields(int n)
{
	int r = 0;

	while (pthread_mutex_trylock(&lock) != 0) {
		sched_yield();
		/* not yet */
		r |= 0;
	}
	if (n > 50) {
		pthread_mutex_unlock(&lock);
		return 1;
	}
	count += n;
	r = count < 0 ? n : 2;
	pthread_mutex_unlock(&lock);
	return r;
}

static int gives_up(int n)
{
	int tries = 0;

	while (pthread_mutex_trylock(&lock) != 0) {
		if (++tries > 1000000000)
			return 0;
	}
	count += n;
	pthread_mutex_unlock(&lock);
	return 1;
}

static int goes_on_without(int n)
{
	int tries = 0;

	while (pthread_mutex_trylock(&lock) != 0)
		if (++tries > 1000000000)
			break;
	count += n;
	pthread_mutex_unlock(&lock);
	return 1;
}

static int counts(int n)
{
	int tries = 0;

	while (pthread_mutex_trylock(&lock) != 0)
		tries++;
	count += n;
	waited += tries;
	pthread_mutex_unlock(&lock);
	return 1;
}

static int while_it_can(int n)
{
	while (pthread_mutex_trylock(&lock) == 0) {
		count += n;
		pthread_mutex_unlock(&lock);
		if (n >= 0)
			break;
	}
	return 1;
}

static int back(int n)
{
again:
	if (pthread_mutex_trylock(&lock) != 0)
		goto again;
	count += n;
	pthread_mutex_unlock(&lock);
	return 1;
}

static void *run(void *arg)
{
	int i, sum = 0;

	for (i = 0; i < 100; i++)
		sum += spins(i) + yields(i) + gives_up(i) + goes_on_without(i) + counts(i) + while_it_can(0) + back(i);
	*(int *)arg = sum;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int sums[2], i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, &sums[i]);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %d\n", sums[0], sums[1], count, waited < 0);
	return 0;
}
