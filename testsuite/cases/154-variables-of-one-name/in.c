#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;
static int waiting, rounds, total;

/* Macros that declare a variable of their own make blocks like these; others of the function may have its name. */
static int meet(int threads, int times)
{
	int sum = 0;

	for (int round = 0; round < times; round++) {
		{
			int round;

			pthread_mutex_lock(&lock);
			round = rounds;
			if (++waiting == threads) {
				waiting = 0;
				rounds++;
				pthread_cond_broadcast(&all);
			}
			while (round == rounds)
				pthread_cond_wait(&all, &lock);
			pthread_mutex_unlock(&lock);
		}
		sum += round;
		{
			int round = 2 * sum;

			pthread_mutex_lock(&lock);
			total += round;
			pthread_mutex_unlock(&lock);
			if (round > 1000)
				return round;
		}
	}
	return sum;
}

int main(void)
{
	int sum = meet(1, 4);

	printf("%d %d %d\n", sum, rounds, total);
	return 0;
}
