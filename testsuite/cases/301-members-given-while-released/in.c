#include <pthread.h>
#include <stdio.h>

struct pair {
	int first;
	int second;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* The client changes one member while it has the lock back; the section goes on with both. */
static int add(int by)
{
	struct pair pair = {by, 1};

	pthread_mutex_lock(&lock);
	total += pair.first;
	if (total > 2) {
		pthread_mutex_unlock(&lock);
		pair.second = by * 2;
		pthread_mutex_lock(&lock);
	}
	total += pair.first + pair.second;
	pthread_mutex_unlock(&lock);
	return total;
}

int main(void)
{
	int one = add(1), two = add(5);

	printf("%d %d\n", one, two);
	return 0;
}
