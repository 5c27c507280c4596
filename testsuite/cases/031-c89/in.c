/* without declarations after statements */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int count(int by)
{
	int now;

	by *= 2;
	pthread_mutex_lock(&lock);
	n += by;
	now = n;
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	printf("%d\n", count(4));
	return 0;
}
