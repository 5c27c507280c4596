#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int count(int ctx, int cs)
{
	int way;

	for (way = 0;; way++) {
		pthread_mutex_lock(&lock);
		if (n > ctx) {
			pthread_mutex_unlock(&lock);
			break;
		}
		n += cs;
		cs = n;
		if (n == 4) {
			pthread_mutex_unlock(&lock);
			break;
		}
		if (n == 5) {
			pthread_mutex_unlock(&lock);
			continue;
		}
		pthread_mutex_unlock(&lock);
	}
	return way + cs;
}

int main(void)
{
	printf("%d\n", count(9, 1));
	return 0;
}
