/* -Wjump-misses-init: no jump leads past the initialisation of a variable that it can see afterwards. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, rounds;

static int add(int by)
{
	int before = -1;

	if (by < 0)
		goto out;
	pthread_mutex_lock(&lock);
	before = total;
	total += by;
	pthread_mutex_unlock(&lock);
	printf("added %d\n", by);
out:
	return before;
}

static void act(int what, int by)
{
	switch (what) {
	case 0:
		by *= 2;
		pthread_mutex_lock(&lock);
		total += by;
		pthread_mutex_unlock(&lock);
		break;
	case 1:
		if (by) {
			rounds = by;
			pthread_mutex_lock(&lock);
			total -= by;
			pthread_mutex_unlock(&lock);
		}
		break;
	default:
		printf("nothing\n");
	}
}

static int again(int by)
{
	int left;

retry:
	left = by > 1;
	pthread_mutex_lock(&lock);
	total += by ? by : rounds;
	pthread_mutex_unlock(&lock);
	if (left) {
		by--;
		goto retry;
	}
	return by ? by : left;
}

int main(void)
{
	printf("%d %d\n", add(4), add(-1));
	for (int i = 0; i < 3; i++)
		act(i, i + 1);
	printf("%d %d\n", again(3), total);
	return 0;
}
