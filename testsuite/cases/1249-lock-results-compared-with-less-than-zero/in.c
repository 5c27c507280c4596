/* Lock calls whose result is asked whether it is less or more than zero. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t asked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int sum, failed;

static int add(int n)
{
	if (pthread_mutex_lock(&lock) < 0) {
		failed++;
		return -1;
	}
	sum += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

static int add_kept(int n)
{
	int err;

	err = pthread_mutex_lock(&lock);
	if (err > 0) {
		failed++;
		return err;
	}
	sum += n;
	pthread_mutex_unlock(&lock);
	return err;
}

static int add_both(int n)
{
	int err;

	if ((err = pthread_mutex_lock(&lock)) < 0) {
		perror("lock");
		exit(1);
	}
	sum += n;
	if (sum > 1000) {
		pthread_mutex_unlock(&lock);
		return 1;
	}
	sum += n;
	pthread_mutex_unlock(&lock);
	return err;
}

static void add_within(int n)
{
	if (pthread_mutex_lock(&lock) <= 0) {
		sum += n;
		pthread_mutex_unlock(&lock);
	}
}

static int add_truth(int n)
{
	int bad = 0 > pthread_mutex_lock(&lock);

	if (bad)
		return -1;
	sum += n;
	pthread_mutex_unlock(&lock);
	return bad;
}

static int add_truth_and_leave(int n)
{
	int bad = 0;
	int fine = pthread_mutex_lock(&lock) <= 0;

	if (!fine)
		return -1;
	sum += n;
	if (sum > 1000) {
		pthread_mutex_unlock(&lock);
		return 1;
	}
	bad = sum < n;
	pthread_mutex_unlock(&lock);
	return bad - fine;
}

/* an attempt that another one has made fail gives more than zero */
static int try_add(int n)
{
	if (pthread_mutex_trylock(&lock) < 0)
		return -1;
	sum += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* this one may fail, and goes on then */
static int add_asked(int n)
{
	int held = pthread_mutex_lock(&asked);

	if (held == 0 && pthread_mutex_lock(&asked) < 0)
		return -1;
	sum += n;
	return pthread_mutex_unlock(&asked);
}

static int add_asked_alone(int n)
{
	if (pthread_mutex_lock(&asked) < 0)
		return -1;
	sum += n;
	pthread_mutex_unlock(&asked);
	return 0;
}

static int add_again(int n)
{
	int result;

	pthread_mutex_lock(&asked);
	result = add_asked_alone(n);
	return result;
}

int main(void)
{
	int result = add(1) + add_kept(2) + add_both(3) + add_truth(4) + try_add(5) + add_asked(6);

	add_within(7);
	result += add_truth_and_leave(10) + add_truth_and_leave(2000) + add_asked_alone(8) + add_again(9);
	printf("%d %d %d\n", result, sum, failed);
	return 0;
}
