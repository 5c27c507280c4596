/* Sections that are left with the lock in a branch, which goes on in place: what gives it back for a while there, too. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;

static int left(int n)
{
	pthread_mutex_lock(&m);
	if (n > 1) {
		static const short weights[] = { 3, 4 };

		seen++;
		if (seen & 1) {
			pthread_mutex_unlock(&m);
			n += 2;
			pthread_mutex_lock(&m);
			seen++;
		}
		pthread_mutex_unlock(&m);
		return n + weights[n & 1];
	}
	count++;
	pthread_mutex_unlock(&m);
	return n;
}

static int left_and_not(int n)
{
	pthread_mutex_lock(&m);
	if (n > 1) {
		static const short weights[] = { 3, 4 };

		seen++;
		if (seen & 1) {
			pthread_mutex_unlock(&m);
			n += 2;
			pthread_mutex_lock(&m);
			seen++;
		}
		pthread_mutex_unlock(&m);
		return n + weights[n & 1];
	} else if (n < 0) {
		pthread_mutex_unlock(&m);
		n += 3;
		pthread_mutex_lock(&m);
		seen++;
	}
	count++;
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d %d %d\n", left(1), left(2), left(3));
	printf("%d %d %d\n", left_and_not(-1), left_and_not(2), left_and_not(3));
	printf("%d %d\n", count, seen);
	return 0;
}
