#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

/* one more section of the same lock, while it is given back in a branch */
static int once(int n)
{
	pthread_mutex_lock(&lock);
	if (n & 1) {
		sum++;
	} else {
		pthread_mutex_unlock(&lock);
		n++;
		pthread_mutex_lock(&lock);
		sum += n *= 2;
		pthread_mutex_unlock(&lock);
		n++;
		pthread_mutex_lock(&lock);
	}
	sum += n;
	pthread_mutex_unlock(&lock);
	return n;
}

/* in a loop, with a section that is left in a branch */
static int again(int n)
{
	pthread_mutex_lock(&lock);
	while (sum < 60) {
		sum += n;
		pthread_mutex_unlock(&lock);
		n++;
		pthread_mutex_lock(&lock);
		if (sum & 1) {
			sum++;
			pthread_mutex_unlock(&lock);
			n += 2;
		} else {
			pthread_mutex_unlock(&lock);
		}
		pthread_mutex_lock(&lock);
		n += sum;
	}
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d %d", once(3), once(4));
	printf(" %d", again(5));
	printf(" %d\n", sum);
	return 0;
}
