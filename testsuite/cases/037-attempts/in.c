#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int add_if_free(int by)
{
	int now = -1;

	if (pthread_mutex_trylock(&lock) == 0) {
		n += by;
		now = n;
		pthread_mutex_unlock(&lock);
	}
	return now;
}

static int twice(int by)
{
	int now;

	if (pthread_mutex_trylock(&lock) != 0) {
		printf("busy\n");
		return -1;
	}
	n += 2 * by;
	now = n;
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	printf("%d", add_if_free(3));
	printf(" %d\n", twice(4));
	return 0;
}
