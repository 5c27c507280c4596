/* What follows a release declares a variable that only another section in it uses. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int total = 3, moved;

static int left(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 2) {
		total -= n;
		pthread_mutex_unlock(&lock);
		int x;
		if (n > 3) {
			pthread_mutex_lock(&other);
			x = moved + n;
			moved = x * 2;
			pthread_mutex_unlock(&other);
		}
		return n;
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return -n;
}

int main(void)
{
	printf("%d %d %d", left(1), left(3), left(5));
	printf(" %d %d\n", total, moved);
	return 0;
}
