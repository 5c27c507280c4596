#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, cells[8];

/* What the section declares, and only a way out sets. */
static int taken(int n)
{
	int *cell = cells;

	pthread_mutex_lock(&lock);
	total += n;
	if (total & 1) {
		int *size = cell + n;
		long long twice;
		pthread_mutex_unlock(&lock);
		size = cells + 1;
		twice = n;
		return 3;
	}
	*cell += n;
	pthread_mutex_unlock(&lock);
	return total;
}

/* And what only the client sets while the lock is released. */
static int paused(int n)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++) {
		total += i;
		long left;
		pthread_mutex_unlock(&lock);
		left = total & 0;
		pthread_mutex_lock(&lock);
		cells[i & 7]++;
	}
	pthread_mutex_unlock(&lock);
	return n;
}

/* A way out that does nothing but declare. */
static int declared(int n)
{
	int turn = 0;

	pthread_mutex_lock(&lock);
	for (;;) {
		if (turn++ == 2) {
			pthread_mutex_unlock(&lock);
			long long arg;
			break;
		}
		if (total < 0)
			break;
		total += turn;
	}
	if (turn < 3)
		pthread_mutex_unlock(&lock);
	if (n < 0)
		return 0;
	return total;
}

/* The same, in a loop that nothing but a release leaves. */
static int looped(int n)
{
	int turn = 0;

	pthread_mutex_lock(&lock);
	for (;;) {
		if (turn++ == 2) {
			pthread_mutex_unlock(&lock);
			long long arg;
			break;
		}
		total += turn;
	}
	if (n < 0)
		return 0;
	return total;
}

int main(void)
{
	for (int n = 1; n < 8; n++)
		printf("%d %d %d %d\n", taken(n), paused(n), declared(n), looped(n));
	printf("%d %d\n", total, cells[3]);
	return 0;
}
