/* What a section hands out only for code that no build compiles: nothing else reads it, and the compiler says so. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int table[8], most, busy;

static int largest(int n)
{
	int at;
#ifndef WITH_FILES
	pthread_mutex_lock(&m);
	for (at = 0; at < n; at++) {
		if (table[at] > most)
			most = table[at];
	}
	pthread_mutex_unlock(&m);
#elif defined(WITH_LISTS)
	at = n;
	return at + n;
#else
	return at;
#endif
	return most;
}

static int queued(int n)
{
	int size, left = n;

	if (n & 1) {
		pthread_mutex_lock(&m);
		size = table[n & 7] += n;
		if (size > 3) {
			busy++;
			pthread_mutex_unlock(&m);
			left++;
		} else {
			pthread_mutex_unlock(&m);
		}
	}
	if (left != 0) {
		pthread_mutex_lock(&m);
#ifdef WITH_CHECKS
		size = table[n & 7] -= left;
		if (size < 0)
			printf("few\n");
#else
		table[n & 7] -= left;
#endif
		pthread_mutex_unlock(&m);
	}
	return left;
}

int main(void)
{
	int sum = 0;

	for (int n = 0; n < 20; n++)
		sum += queued(n);
	printf("%d %d %d\n", sum, largest(8), busy);
	return 0;
}
