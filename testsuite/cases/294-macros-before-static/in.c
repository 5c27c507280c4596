#include <pthread.h>
#include <stdio.h>

#define REALIGN_STACK __attribute__((noinline))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, taken;

/* Takes what there is. */
REALIGN_STACK static void *taker(void *arg)
{
	int *rounds = arg;

	while (1) {
		pthread_mutex_lock(&lock);
		while (!items)
			pthread_cond_wait(&filled, &lock);
		if (items < 0) {
			pthread_mutex_unlock(&lock);
			break;
		}
		taken += items;
		items = 0;
		pthread_mutex_unlock(&lock);
		*rounds += 1;
	}
	return NULL;
}

REALIGN_STACK static int put(int n)
{
	pthread_mutex_lock(&lock);
	items = n;
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	int rounds = 0, sum = put(3);

	put(-1);
	taker(&rounds);
	printf("%d %d %d\n", taken, rounds, sum);
	return 0;
}
