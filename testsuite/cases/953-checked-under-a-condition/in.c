/* Lock calls under a condition whose results are only checked, written out; not where a comment stands
 * there, it does something where the call succeeds, or has another lock call. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static int threaded, total, unlocked;

static void add(int n)
{
	if (threaded) {
		if (pthread_mutex_lock(&lock))
			abort();
	}
	total += n;
	if (threaded) {
		if (pthread_mutex_unlock(&lock) != 0)
			abort();
	}
}

static int bare(int n)
{
	int sum;

	if (threaded)
		if (pthread_mutex_lock(&lock) != 0)
			fprintf(stderr, "no lock\n");
	total += n;
	if (total > 100) {
		if (threaded)
			pthread_mutex_unlock(&lock);
		return -1;
	}
	sum = total;
	if (threaded) {
		if (pthread_mutex_unlock(&lock))
			perror("unlock");
	}
	return sum;
}

static int leaves(int n)
{
	if (threaded) {
		if (pthread_mutex_lock(&lock))
			return -1;
	}
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return total;
}

static void counts(int n)
{
	if (threaded) {
		if (pthread_mutex_lock(&lock) == 0)
			unlocked += n;
	}
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
}

static void says(int n)
{
	if (threaded) {
		/* which cannot fail */
		if (pthread_mutex_lock(&lock))
			abort();
	}
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
}

static void both(int n)
{
	if (threaded) {
		if (n > 2 && pthread_mutex_lock(&plain))
			abort();
	}
	total += n;
	if (threaded) {
		if (n > 2 && pthread_mutex_unlock(&plain))
			abort();
	}
}

static void gives_up_another(int n)
{
	pthread_mutex_lock(&plain);
	if (threaded) {
		if (pthread_mutex_lock(&lock)) {
			pthread_mutex_unlock(&plain);
			abort();
		}
	}
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&plain);
}

int main(void)
{
	add(1);
	threaded = 1;
	add(2);
	printf("%d %d\n", bare(3), leaves(4));
	counts(5);
	says(6);
	both(7);
	gives_up_another(8);
	printf("%d %d %d\n", total, unlocked, bare(100));
	return 0;
}
