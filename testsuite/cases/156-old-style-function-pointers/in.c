#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* The declarations of its parameters hold parentheses of their own. */
static int
visit(first, call, last)
	int first, last;
	int (*call)(int, const char *);
{
	int sum;

	for (; first < last; first++) {
		pthread_mutex_lock(&lock);
		total += call(first, "one");
		pthread_mutex_unlock(&lock);
	}
	pthread_mutex_lock(&lock);
	sum = total;
	pthread_mutex_unlock(&lock);
	return sum;
}

static int twice(int number, const char *name)
{
	return 2 * number + (name == NULL);
}

int main(void)
{
	printf("%d\n", visit(1, twice, 4));
	return 0;
}
