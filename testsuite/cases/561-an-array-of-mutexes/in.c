#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t rows[3] = {
	PTHREAD_MUTEX_INITIALIZER,
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
static struct pair {
	pthread_mutex_t one, two;
} pairs[2] = {
	{ PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER },
	{ PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER }
};
static int counts[3];
static int add(int row, int n)
{
	pthread_mutex_lock(&rows[row]);
	n = counts[row] += n;
	pthread_mutex_unlock(&rows[row]);
	return n;
}
/* What a row has, as long as a pair is locked. */
static int look(struct pair *pair, int row)
{
	int count;

	pthread_mutex_lock(&pair->two);
	count = counts[row];
	pthread_mutex_unlock(&pair->two);
	return count;
}

int main(void)
{
	printf("%d %d\n", add(1, 2), look(&pairs[1], 1));
	return 0;
}
