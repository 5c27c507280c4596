/* Where a section is left, the name of a variable that it hands back means another one. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int total = 3;

static int left(int n)
{
	int way = n;

	pthread_mutex_lock(&lock);
	if (n > 2) {
		way -= 2;
		int way = total;
		total += way;
		pthread_mutex_unlock(&lock);
	} else {
		total++;
		pthread_mutex_unlock(&lock);
	}
	return way;
}

static int paused(int n)
{
	int way = n;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 2; i++) {
		way += total;
		int way = i + total;
		total += way;
		pthread_mutex_unlock(&lock);
		n++;
		pthread_mutex_lock(&lock);
		total += n;
	}
	pthread_mutex_unlock(&lock);
	return way;
}

static int waited(int n)
{
	int way = n;

	pthread_mutex_lock(&lock);
	total++;
	while (total < 0) {
		way += total;
		int way = total;
		total += way;
		pthread_cond_wait(&cond, &lock);
		total++;
	}
	way += total;
	pthread_mutex_unlock(&lock);
	return way;
}

/* cut before the block that hides it */
static int cut(int n)
{
	int way = n;

	pthread_mutex_lock(&lock);
	total += n;
	way += total;
	if (n > 2) {
		int way = total;
		total += way;
		pthread_mutex_unlock(&lock);
		return n;
	}
	pthread_mutex_unlock(&lock);
	return way;
}

/* in another block, before, or not handed back: shipped */
static int others(int n)
{
	int way = n, at = n * 2;

	pthread_mutex_lock(&lock);
	{
		int way = total;
		total += way;
	}
	if (n > 2) {
		way -= 2;
		int at = total;
		total += at;
		pthread_mutex_unlock(&lock);
		return way;
	}
	total += at;
	pthread_mutex_unlock(&lock);
	return way + at;
}

int main(void)
{
	printf("%d %d", left(1), left(5));
	printf(" %d", paused(2));
	printf(" %d %d %d", waited(2), cut(1), cut(4));
	printf(" %d %d %d\n", others(1), others(5), total);
	return 0;
}
