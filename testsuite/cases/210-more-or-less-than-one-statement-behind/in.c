#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, given_up, rounds;

static int add(int by)
{
	int turn = 0;

	pthread_mutex_lock(&lock);
	for (;;) {
		if (turn++ == 2) {
			pthread_mutex_unlock(&lock); /* enough */
			break;
		}
		total += by;
		if (total > 9) {
			pthread_mutex_unlock(&lock);
			break;
		}
	}
	rounds++;
	return turn;
}

static int sign(int x)
{
	if (x < 0)
		return -1;
	return 1;
}

static int take(int by)
{
	pthread_mutex_lock(&lock);
	if (by > total) {
		pthread_mutex_unlock(&lock);
		given_up++; return -1;
	}
	total -= by;
	pthread_mutex_unlock(&lock);
	return sign(by) * by;
}

int main(void)
{
	for (int by = 1; by < 6; by++)
		printf("%d %d\n", add(by), take(2 * by));
	if (given_up)
		printf("%d\n", given_up);
	printf("%d %d\n", total, rounds);
	return 0;
}
