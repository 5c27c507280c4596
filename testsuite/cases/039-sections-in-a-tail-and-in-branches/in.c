#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int one = 1, two;

static int move(int by)
{
	pthread_mutex_lock(&first);
	if (by > one) {
		pthread_mutex_unlock(&first);
		pthread_mutex_lock(&second);
		two += by;
		pthread_mutex_unlock(&second);
		return -1;
	}
	one -= by;
	pthread_mutex_unlock(&first);
	return by;
}

static void report(int by)
{
	int negative = 0;

	pthread_mutex_lock(&first);
	one += by;
	if (one < 0) {
		negative = 1;
		pthread_mutex_unlock(&first);
		printf("<%d>", negative);
	} else {
		pthread_mutex_unlock(&first);
		printf("[%d]", negative);
	}
}

int main(void)
{
	report(-9);
	report(20);
	printf("%d", move(7));
	printf(" %d %d %d\n", move(70), one, two);
	return 0;
}
