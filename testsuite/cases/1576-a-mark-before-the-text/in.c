#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
/* The text begins with a mark, as editors of another system write it. */
static int add(int n)
{
	int r;

	pthread_mutex_lock(&lock);
	total += n;
	r = total;
	pthread_mutex_unlock(&lock);
	return r;
}

int main(void)
{
	return add(1) + add(2) - 4;
}
