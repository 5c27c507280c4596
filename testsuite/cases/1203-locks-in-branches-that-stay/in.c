/* Locks taken in branches in ways that stay: a branch goes on without the lock, or does something with another one. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int contended, total;

static void in_a_loop(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		while (n > 100) {
			pthread_mutex_lock(&lock);
			break;
		}
		if (n <= 100)
			pthread_mutex_lock(&lock);
	}
	total += n;
	pthread_mutex_unlock(&lock);
}

static void others(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		pthread_mutex_lock(&stats);
		contended++;
		pthread_mutex_unlock(&stats);
		pthread_mutex_lock(&lock);
	}
	total += n;
	pthread_mutex_unlock(&lock);
}

static void another(int i, int n)
{
	if (pthread_mutex_trylock(&locks[i])) {
		i = !i;
		pthread_mutex_lock(&locks[i]);
	}
	total += n;
	pthread_mutex_unlock(&locks[i]);
}

static int perhaps(int how, int n)
{
	if (how)
		pthread_mutex_lock(&lock);
	else if (n)
		pthread_mutex_lock(&lock);
	total += n;
	if (how || n)
		pthread_mutex_unlock(&lock);
	return total;
}

static int at_once(int n)
{
	int waited = 0;

	if ((waited = pthread_mutex_trylock(&lock)) != 0)
		pthread_mutex_lock(&lock);
	total += n + waited;
	pthread_mutex_unlock(&lock);
	return waited;
}

int main(void)
{
	in_a_loop(2);
	others(3);
	another(0, 4);
	printf("%d %d\n", perhaps(1, 5), at_once(6));
	printf("%d %d\n", total, contended);
	return 0;
}
