#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int total, part;

/* the inner lock is released for a while, and taken again where the outer section may be left */
static int both(int n)
{
	pthread_mutex_lock(&outer);
	total++;
	pthread_mutex_lock(&inner);
	part++;
	if (n != 1) {
		pthread_mutex_unlock(&inner);
		total += 2;
		pthread_mutex_lock(&inner);
		if (part > n) {
			n++;
			pthread_mutex_unlock(&inner);
			pthread_mutex_unlock(&outer);
			return n;
		}
		pthread_mutex_unlock(&inner);
	} else {
		pthread_mutex_unlock(&inner);
	}
	total += n;
	pthread_mutex_unlock(&outer);
	return n;
}

int main(void)
{
	for (int i = 0; i < 9; i++)
		printf("%d\n", both(i));
	printf("%d %d\n", total, part);
	return 0;
}
