/* Lock calls in a column of their own: what takes their place, and what stood behind them, goes where the lines beside them are. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int count, threaded = 1;

#define THREADED_LOCK if (threaded) pthread_mutex_lock(&m)
#define THREADED_UNLOCK if (threaded) pthread_mutex_unlock(&m)

static int at_the_margin(int n)
{
	int sum = n;
THREADED_LOCK;
	sum += ++count;
THREADED_UNLOCK;
	sum *= 2;
	return sum;
}

static int paused(int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++) {
		sum++;
pthread_mutex_lock(&m);
		sum += count;
		for (int k = 0; k < 2; k++) {
			pthread_mutex_unlock(&m);
			sum ^= n;
			pthread_mutex_lock(&m);
			count++;
		}
		sum += count;
pthread_mutex_unlock(&m);
	}
	return sum;
}

static int further_in(int n)
{
	int sum = n;

	pthread_mutex_lock(&m);
		if (sum > 2)
			count += sum;
		while (count < 0)
			pthread_cond_wait(&c, &m);
		sum += count;
	pthread_mutex_unlock(&m);
	return sum;
}

static int one_line_at_the_margin(int n)
{
	int sum = n;

	pthread_mutex_lock(&m);
printf("%d\n", sum);
	while (count < 0)
		pthread_cond_wait(&c, &m);
	sum += count;
	pthread_mutex_unlock(&m);
again:
	if (sum-- > 3)
		goto again;
	return sum;
}

static int behind_a_label(int n)
{
	int sum = n;
again:
pthread_mutex_lock(&m);
	switch (n & 1) {
	case 0:
		pthread_mutex_unlock(&m);
		if (sum++ < 2)
			goto again;
		pthread_mutex_lock(&m);
		break;
	default:
		sum += count;
	}
	sum += count++;
pthread_mutex_unlock(&m);
	return sum;
}

int main(void)
{
	int sum = at_the_margin(1) + paused(3) * 10 + further_in(3) * 100;

	printf("%d %d %d\n", sum, one_line_at_the_margin(4), behind_a_label(0) + behind_a_label(1));
	return 0;
}
