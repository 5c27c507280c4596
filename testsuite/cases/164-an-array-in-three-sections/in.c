#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t middle = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int tally(int by)
{
	int counts[3] = { 1, 2, 3 };

	pthread_mutex_lock(&outer);
	memset(counts, 0, sizeof(counts));
	pthread_mutex_lock(&middle);
	counts[by % 3] += by;
	pthread_mutex_lock(&inner);
	counts[0] += 2;
	total += counts[by % 3];
	pthread_mutex_unlock(&inner);
	counts[1]++;
	pthread_mutex_unlock(&middle);
	total += (int)sizeof(counts) / (int)sizeof(counts[0]);
	pthread_mutex_unlock(&outer);
	return counts[0] + 10 * counts[1] + 100 * counts[2];
}

int main(void)
{
	for (int by = 0; by < 5; by++)
		printf("%d\n", tally(by));
	printf("%d\n", total);
	return 0;
}
