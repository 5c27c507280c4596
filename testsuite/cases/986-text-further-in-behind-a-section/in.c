/* What stands further in than a section's call behind it is not under a condition of the call's. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, seen, rounds;

static int add(int n, int most)
{
	rounds++;
pthread_mutex_lock(&lock);
	if (sum > most) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	sum += n;
	pthread_mutex_unlock(&lock);

	/* more of it */
	seen++;
	return sum;
}

static int followed(int n, int most)
{
	rounds++;
	pthread_mutex_lock(&lock);
	if (sum > most) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	sum += n;
	pthread_mutex_unlock(&lock);
		seen++;
	return sum;
}

static int plain(int n, int most)
{
	pthread_mutex_lock(&lock);
	if (sum > most) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	sum += n;
	pthread_mutex_unlock(&lock);
	if (n > 1)
		return n;
	if (n > 2)
		return n;
	return 0;
}

int main(void)
{
	printf("%d %d %d\n", add(1, 3), followed(2, 8), plain(4, 3));
	printf("%d %d %d\n", add(1, 3), followed(2, 8), plain(4, 3));
	printf("%d %d %d\n", sum, seen, rounds);
	return 0;
}
