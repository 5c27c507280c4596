#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int sum(const int *values, int count)
{
	int seen = 0;
	int before;

	for (int i = 0; i < count; i++) {
		pthread_mutex_lock(&lock);
		before = total;
		total += values[i];
		seen++;
		pthread_mutex_unlock(&lock);
		printf("%d ", before);
	}
	return seen;
}

int main(void)
{
	const int values[] = { 4, 5, 6 };

	printf("%d", sum(values, 3));
	printf(" %d\n", total);
	return 0;
}
