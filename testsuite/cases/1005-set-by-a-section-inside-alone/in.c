/* What only a section in another one sets, and nobody reads: the outer one has nothing to do with it. */
#include <pthread.h>
#include <stdio.h>

#define SET(variable, value) variable = value

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;

static int inside(int n)
{
	int *last;

	pthread_mutex_lock(&m);
	count += n;
	if (n > 1) {
		pthread_mutex_lock(&inner);
		SET(last, &seen);
		seen++;
		pthread_mutex_unlock(&inner);
	}
	pthread_mutex_unlock(&m);
	return n;
}

static int used_behind(int n)
{
	int *last;

	pthread_mutex_lock(&m);
	count += n;
	if (n > 1) {
		pthread_mutex_lock(&inner);
		SET(last, &seen);
		seen++;
		pthread_mutex_unlock(&inner);
	}
	if (n > 2) {
		SET(last, &count);
	}
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d %d\n", inside(1), inside(2));
	printf("%d %d %d\n", used_behind(1), used_behind(2), used_behind(3));
	printf("%d %d\n", count, seen);
	return 0;
}
