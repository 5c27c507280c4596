#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;
static int closed;

int take(int n)
{
	pthread_mutex_lock(&lock);
	if (closed) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	if (count < n) {
		pthread_mutex_unlock(&lock);
		printf("too few\n");
		return 0;
	}
	count -= n;
	pthread_mutex_unlock(&lock);
	return n;
}

/* on every way by a jump */
int put(int n)
{
	pthread_mutex_lock(&lock);
	if (closed) {
		pthread_mutex_unlock(&lock);
		printf("closed\n");
		return -1;
	}
	if (n > 8) {
		pthread_mutex_unlock(&lock);
		goto out;
	}
	count += n;
	pthread_mutex_unlock(&lock);
	return n;
out:
	printf("too many\n");
	return 0;
}

int main(void)
{
	int i;

	for (i = 0; i < 12; i++) {
		closed = i > 10;
		printf("%d", put(i));
		printf(" %d\n", take(2 * i));
	}
	printf("%ld\n", count);
	return 0;
}
