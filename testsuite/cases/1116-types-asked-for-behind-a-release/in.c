/* What follows a release that leads out asks for the type of a variable: its client does that. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static int add(int n)
{
	pthread_mutex_lock(&lock);
	if (n % 3 == 0) {
		sum++;
		goto out;
	}
	pthread_mutex_unlock(&lock);
	n = ({ __typeof__(n) same = n; same ^ 1; });
	return 3 * n;
out:
	switch (n & 3) {
	default:
		sum += 2;
	}
	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &lock);
	sum += n;
	pthread_cleanup_pop(1);
	return 5 * n;
}

int main(void)
{
	int got = add(2) + add(3);

	printf("%d %d\n", got, sum);
	return 0;
}
