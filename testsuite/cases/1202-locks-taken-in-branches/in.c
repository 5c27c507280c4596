/* Locks that are tried before a thread waits for them, to count, and locks that each branch of an if takes. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static unsigned long contended, total, slow;
static int hold;

static int add(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		contended++;
		pthread_mutex_lock(&lock);
	}
	if (n < 0) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

static int busy(int n)
{
	int waited = 0, before = 0;
	int sum;

	if (pthread_mutex_trylock(&lock) == EBUSY) {
		/* somebody else has it */
		waited = 1;
		before = n;
		pthread_mutex_lock(&lock);
	}
	slow += waited;
	total += n - before;
	sum = waited + (int)(total % 2);
	pthread_mutex_unlock(&lock);
	return sum + waited;
}

static int bare(int n)
{
	if (pthread_mutex_trylock(&lock) != 0)
		pthread_mutex_lock(&lock);
	total += n;
	n = total > 5;
	pthread_mutex_unlock(&lock);
	return n;
}

static int kept(int n)
{
	int rc = pthread_mutex_trylock(&lock);

	if (rc != 0) {
		slow++;
		pthread_mutex_lock(&lock);
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return rc;
}

static int gives_up(int n, int patience)
{
	if (pthread_mutex_trylock(&lock)) {
		if (patience == 0)
			return EBUSY;
		slow++;
		if (patience > 5) {
			(void)pthread_mutex_lock(&lock);
		} else {
			pthread_mutex_lock(&lock);
		}
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

static void waits(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		slow++;
		pthread_mutex_lock(&lock);
	}
	while (hold)
		pthread_cond_wait(&filled, &lock);
	total += n;
	pthread_mutex_unlock(&lock);
}

static int branches(int quiet, int n)
{
	int how;

	if (quiet) {
		how = 1;
		pthread_mutex_lock(&lock);
	} else {
		how = 2;
		printf("taking it\n");
		pthread_mutex_lock(&lock);
	}
	total += how;
	if (n == 0) {
		pthread_mutex_unlock(&lock);
		return how;
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return -how;
}

static void chain(int way)
{
	if (way == 0) {
		pthread_mutex_lock(&lock);
	} else if (way == 1) {
		pthread_mutex_lock(&lock);
	} else {
		if (way > 5)
			exit(1);
		pthread_mutex_lock(&lock);
	}
	total += way;
	pthread_mutex_unlock(&lock);
}

static void *run(void *arg)
{
	int i, n = 0;

	for (i = 0; i < 1000; i++) {
		add(i % 3 - 1);
		busy(i);
		n += bare(1) * 0;
		n += kept(2) * 0 + gives_up(1, 3) + gives_up(2, 9);
		waits(1);
		chain(i % 3);
	}
	*(int *)arg = n;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int n[2], i;

	printf("%d %d\n", add(3), add(-1));
	printf("%d %d %d\n", busy(4), bare(1), kept(2));
	printf("%d %d %d\n", branches(1, 0), branches(0, 2), branches(1, 5));
	printf("%lu %lu %lu\n", total, contended, slow);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, &n[i]);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d\n", n[0], n[1], total > 5000);
	return 0;
}
