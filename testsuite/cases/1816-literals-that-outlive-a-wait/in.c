/* A literal is gone when a section returns in order to wait, and its address may be used behind that. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static const struct timespec past = { 1, 0 };
static int shared;

static int of_a_block(int n)
{
	int sum = 0;

	pthread_mutex_lock(&lock);
	shared += n;
	if (n > 0) {
		const int *steps = (int[]){ n, 2 * n, 3 * n };

		while (sum < 10) {
			sum += steps[sum % 3];
			pthread_cond_timedwait(&more, &lock, &past);
		}
		sum += steps[2];
	}
	pthread_mutex_unlock(&lock);
	return sum;
}

/* nobody waits where this one is */
static int of_another_block(int n)
{
	int sum = n;

	pthread_mutex_lock(&lock);
	while (sum < 10) {
		pthread_cond_timedwait(&more, &lock, &past);
		sum++;
	}
	{
		const int *steps = (int[]){ n, 2 * n, 3 * n };

		sum += steps[sum % 3];
	}
	shared += sum;
	pthread_mutex_unlock(&lock);
	return sum;
}

int main(void)
{
	int a = of_a_block(3), b = of_another_block(4);

	printf("%d %d %d\n", a, b, shared);
	return 0;
}
