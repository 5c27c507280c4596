/* What one section declares, and another one alone uses, the client declares for nobody. */
#include <pthread.h>
#include <stdio.h>

struct pair {
	int a, b;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, again = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int added(int n)
{
	pthread_mutex_lock(&lock);
	struct pair y; total += n;
	total *= 2;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&again);
	y.a = n;
	y.b = total;
	total = y.a + y.b;
	pthread_mutex_unlock(&again);
	return n;
}

int main(void)
{
	int n = added(4);

	printf("%d %d\n", n, total);
	return 0;
}
