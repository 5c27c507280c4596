#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int one, two;

static int both(int n)
{
	int a, b;

	pthread_mutex_lock(&first);
	a = one += n;
	pthread_mutex_unlock(&first);

	pthread_mutex_lock(&second);
	b = two += a;
	pthread_mutex_unlock(&second);

	if (b > 10) {
		pthread_mutex_lock(&first);
		one = b;
		pthread_mutex_unlock(&first);
	}
	return a + b;
}

int main(void)
{
	printf("%d", both(3));
	printf(" %d %d %d\n", both(9), one, two);
	return 0;
}
