/* In the branch of an attempt more follows the release, with or without a jump, and after an early one. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int returns(int n)
{
	if (!pthread_mutex_trylock(&lock)) {
		count += n;
		pthread_mutex_unlock(&lock);
		return 1;
	}
	return 0;
}

static int goes_on(int n)
{
	int r = 0;

	if (pthread_mutex_trylock(&lock) == 0) {
		count += n;
		pthread_mutex_unlock(&lock);
		r = printf("%d\n", n);
	}
	return r;
}

static int both(int n)
{
	int r = 0;

	if (pthread_mutex_trylock(&lock) == 0) {
		if (n > 2) {
			pthread_mutex_unlock(&lock);
			return 7;
		}
		r = count += n;
		pthread_mutex_unlock(&lock);
		r += printf("%d\n", r); /* what it is now */
	} else {
		return 5;
	}
	return r;
}

static int in_branches(int n)
{
	int r = 0;

	if (pthread_mutex_trylock(&lock) == 0) {
		if (n > 2) {
			pthread_mutex_unlock(&lock);
			r++;
		} else {
			count += n;
			pthread_mutex_unlock(&lock);
			r += 2;
		}
		r--;
	}
	return r;
}

int main(void)
{
	int i, sum = 0;

	for (i = 0; i < 6; i++)
		sum += returns(i) + goes_on(i) + both(i) + in_branches(i);
	pthread_mutex_lock(&lock);
	for (i = 0; i < 6; i++)
		sum += returns(i) + goes_on(i) + both(i) + in_branches(i);
	pthread_mutex_unlock(&lock);
	printf("%d %d\n", sum, count);
	return 0;
}
