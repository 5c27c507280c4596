/* Nested sections, of which the outer one would be left, with its lock, where the inner one gives its own back. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int count, seen, left;

static int left_together(int n)
{
	pthread_mutex_lock(&m);
	count += n;
	pthread_mutex_lock(&inner);
	if (n > 1) {
		if (n > seen) {
			pthread_mutex_unlock(&inner);
			pthread_mutex_unlock(&m);
			left++;
			return n;
		}
		seen++;
		pthread_mutex_unlock(&inner);
		pthread_mutex_unlock(&m);
		left += 2;
		pthread_mutex_lock(&m);
		pthread_mutex_lock(&inner);
	}
	if (pthread_mutex_unlock(&inner), n % 3)
		count++;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	int sum = 0;

	for (int n = 0; n < 6; n++)
		sum += left_together(n);
	printf("%d %d %d %d\n", sum, count, seen, left);
	return 0;
}
