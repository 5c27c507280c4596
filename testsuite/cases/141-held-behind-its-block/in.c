#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int drawn, sum;

/* the lock is still held behind the block in which it is taken, and what that has computed is needed there */
static int draw(void)
{
	int ticket = 0, seen;

	{
		pthread_mutex_lock(&lock);
		ticket = ++drawn;
		sum += ticket;
		seen = sum;
		drawn += seen & 1;
	}
	printf("%d %d\n", ticket, seen);
	pthread_mutex_unlock(&lock);
	return ticket;
}

int main(void)
{
	printf("%d\n", draw());
	printf("%d %d\n", draw(), sum);
	return 0;
}
