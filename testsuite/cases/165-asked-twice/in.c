#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, odd;

static int add(int by, int first)
{
	if (first == 0) {
		pthread_mutex_lock(&lock);
		total += by;
		if (first == 0) {
			total++;
			pthread_mutex_unlock(&lock);
		} else {
			if (by % 2) {
				pthread_mutex_unlock(&lock);
				return odd;
			}
			pthread_mutex_unlock(&lock);
			odd++;
		}
	}
	return by;
}

int main(void)
{
	for (int by = 0; by < 4; by++)
		printf("%d\n", add(by, by % 2));
	printf("%d\n", total);
	return 0;
}
