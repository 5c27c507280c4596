#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* What is declared while the lock is released lives on behind that. */
static int used_after(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 1) {
		total++;
		pthread_mutex_unlock(&lock);
		int cost = n * 3;
		pthread_mutex_lock(&lock);
		if (total > 2) {
			pthread_mutex_unlock(&lock);
			return cost;
		}
		total += n;
	}
	pthread_mutex_unlock(&lock);
	return n;
}

/* It does not. */
static int used_there(int n)
{
	int all = 0;

	pthread_mutex_lock(&lock);
	if (n > 1) {
		total++;
		pthread_mutex_unlock(&lock);
		int cost = n * 3;
		all += cost;
		pthread_mutex_lock(&lock);
		total += n;
	}
	pthread_mutex_unlock(&lock);
	return all;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		printf("%d %d\n", used_after(i), used_there(i));
	return 0;
}
