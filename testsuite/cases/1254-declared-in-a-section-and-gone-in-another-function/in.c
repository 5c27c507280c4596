/* A section declares i for its client, and j for a section behind it alone; in another function i goes. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int for_the_client(int n)
{
	int all[2][2];
	pthread_mutex_lock(&lock);
	int i, j;
	count += n;
	pthread_mutex_unlock(&lock);
	for (i = 0; i < 2; i++) {
		pthread_mutex_lock(&other);
		for (j = 0; j < 2; j++)
			all[i][j] = i * n + j;
		pthread_mutex_unlock(&other);
	}
	return all[0][1] + all[1][0] + all[1][1];
}

static int for_itself(int n)
{
	int i;

	pthread_mutex_lock(&lock);
	for (i = 0; i < n; i++)
		count += i;
	pthread_mutex_unlock(&lock);
	return count;
}

int main(void)
{
	return for_the_client(2) + for_itself(3) != 11;
}
