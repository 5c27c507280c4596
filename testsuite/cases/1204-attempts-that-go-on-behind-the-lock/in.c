/* What follows in the branch of an attempt that has failed, behind the acquisition there, is the section's. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static unsigned long contended, total, slow;
static long spent;
static int hold;

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static int add(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		pthread_mutex_lock(&lock);
		contended++;
	}
	if (n < 0) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

static void timed(int n)
{
	if (pthread_mutex_trylock(&lock) == EBUSY) {
		long before = now();
		struct timespec t;

		clock_gettime(CLOCK_MONOTONIC, &t);
		/* wait */
		pthread_mutex_lock(&lock); /* for it */
		spent += now() - before;
		slow += t.tv_sec > 0;
	}
	total += n;
	pthread_mutex_unlock(&lock);
}

static int leaves(int n)
{
	int waited = 0, sum;

	if (pthread_mutex_trylock(&lock)) {
		pthread_mutex_lock(&lock);
		waited++;
		if (n > 1000) {
			pthread_mutex_unlock(&lock);
			return 7;
		}
	}
	total += n + waited;
	sum = (int)total;
	pthread_mutex_unlock(&lock);
	return waited * 0 + (sum < 0);
}

static void waits(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		pthread_mutex_lock(&lock);
		contended++;
	}
	while (hold)
		pthread_cond_wait(&filled, &lock);
	total += n;
	pthread_mutex_unlock(&lock);
}

static int sums(int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++) {
		long began;
		int busy = pthread_mutex_trylock(&lock);

		if (busy)
		{
			began = now();
			pthread_mutex_lock(&lock);
			contended++;
		}
		sum += (int)(total % 2);
		if (busy)
			spent += now() - began;
		if (sum < 0) {
			pthread_mutex_unlock(&lock);
			break;
		}
		pthread_mutex_unlock(&lock);
	}
	return sum;
}

static int keeps(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		pthread_mutex_lock(&lock);
		contended++;
		if (n < 0)
			return -1;
	}
	total += n;
	return 1;
}

static int names(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		int n = 5;

		pthread_mutex_lock(&lock);
		contended += n;
		if (n < 0) {
			pthread_mutex_unlock(&lock);
			return n;
		}
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return n;
}

static int told(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		int before = n * 2;

		pthread_mutex_lock(&lock);
		if (n > 1000) {
			pthread_mutex_unlock(&lock);
			return before;
		}
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return n;
}

static void *run(void *arg)
{
	int i, n = 0;

	for (i = 0; i < 1000; i++) {
		n += add(i % 2);
		timed(1);
		n += leaves(1);
		waits(1);
		n += sums(2) < 0;
		if (keeps(1) < 2)
			pthread_mutex_unlock(&lock);
		n += names(0) + told(0);
	}
	*(int *)arg = n;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int n[2], i;

	printf("%d %d\n", add(3), add(-1));
	timed(5);
	waits(1);
	printf("%d %d %d\n", leaves(4), names(1), told(2));
	printf("%lu %lu %lu\n", total, contended, slow);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, &n[i]);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d\n", n[0], n[1], (int)(total - contended * 0) > 9000);
	return spent < 0;
}
