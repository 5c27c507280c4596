#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* nothing gets to the conditions of the loops: spatch would pass over the function */
static int first(const int *from, int n)
{
	int at = 0;

	pthread_mutex_lock(&lock);
	do {
		if (from[at] > n) {
			total += from[at];
			pthread_mutex_unlock(&lock);
			return at; // not the last
		} else {
			total--;
			break; /* it is not there */
		}
	} while (at < 4);
	pthread_mutex_unlock(&lock);
	do { at++; return at; } while (n);
}

int main(void)
{
	const int from[] = { 1, 5, 2, 8 };

	for (int i = 0; i < 4; i++)
		printf("%d\n", first(from + i, 3));
	printf("%d\n", total);
	return 0;
}
