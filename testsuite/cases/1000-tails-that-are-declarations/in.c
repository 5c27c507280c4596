/* What follows a release is a declaration alone, of any kind, in a file that writes such jumps without braces. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, limit = 3;

int twice(int n);

static int visible(int n)
{
	int sum = 0;

	for (; n; n--) {
		pthread_mutex_lock(&m);
		if (count > limit) {
			count--;
			pthread_mutex_unlock(&m);
			extern int twice(int);
		} else {
			sum++;
			count++;
			pthread_mutex_unlock(&m);
		}
	}
	return sum;
}

static int named(int n)
{
	int sum = 0;

	for (; n; n--) {
		pthread_mutex_lock(&m);
		if (count > limit) {
			count--;
			pthread_mutex_unlock(&m);
			typedef int number;
		} else {
			sum++;
			count++;
			pthread_mutex_unlock(&m);
		}
	}
	return sum;
}

static int asserted(int n)
{
	int sum = 0;

	for (; n; n--) {
		pthread_mutex_lock(&m);
		if (count > limit) {
			count--;
			pthread_mutex_unlock(&m);
			_Static_assert(sizeof(int) > 1, "small");
		} else {
			sum++;
			count++;
			pthread_mutex_unlock(&m);
		}
	}
	return sum;
}

static int extended(int n)
{
	int sum = 0;

	for (; n; n--) {
		pthread_mutex_lock(&m);
		if (count > limit) {
			count--;
			pthread_mutex_unlock(&m);
			__extension__ int spare = n;
		} else {
			sum++;
			count++;
			pthread_mutex_unlock(&m);
		}
	}
	return sum;
}

int twice(int n)
{
	if (n < 0)
		return 0;
	if (n > limit)
		return limit * 2;
	return n * 2;
}

int main(void)
{
	printf("%d %d %d %d\n", visible(9), named(8), asserted(7), extended(twice(6)));
	return 0;
}
