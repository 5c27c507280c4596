/* A release under a condition, with a comment that is to stay, in a branch of its own. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int threaded, count;

static long add(int n)
{
	long sum = n, *at = &sum;

	if (threaded)
		pthread_mutex_lock(&m);
	sum++;
	if (threaded) {
		pthread_mutex_unlock(&m); /* why */
	}
	n ^= 1;
	return sum + n + *at;
}

static int count_up(int n)
{
	if (threaded)
		pthread_mutex_lock(&m);
	count += n;
	if (threaded) {
		pthread_mutex_unlock(&m); /* why */
	}
	return count;
}

int main(void)
{
	long sums = add(1), counts = count_up(1);

	threaded = 1;
	sums += add(2) * 10;
	counts += count_up(2) * 10;
	threaded = 0;
	sums += add(3) * 100;
	counts += count_up(3) * 100;
	threaded = 1;
	printf("%ld %ld\n", sums + add(4), counts + count_up(4));
	return 0;
}
