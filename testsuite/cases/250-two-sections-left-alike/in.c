#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int total, part;

/* two exits of the inner section read alike, with those of the outer one in them */
static int both(int n)
{
	pthread_mutex_lock(&outer);
	total++;
	pthread_mutex_lock(&inner);
	if (part > n) {
		part++;
		pthread_mutex_unlock(&inner);
		pthread_mutex_unlock(&outer);
		return -1;
	}
	if (part > 1) {
		part = 0;
		pthread_mutex_unlock(&inner);
		pthread_mutex_unlock(&outer);
		return -1;
	}
	part++;
	pthread_mutex_unlock(&inner);
	total += n;
	pthread_mutex_unlock(&outer);
	return n;
}

int main(void)
{
	for (int i = 0; i < 9; i++)
		printf("%d\n", both(i % 2));
	printf("%d %d\n", total, part);
	return 0;
}
