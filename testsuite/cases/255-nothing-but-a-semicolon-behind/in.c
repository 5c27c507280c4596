#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* an empty statement alone in an if is what the compiler warns of */
static void add(int by)
{
	pthread_mutex_lock(&lock);
	total += by;
	if (by == 2) {
		pthread_mutex_unlock(&lock);
	} else {
		total++;
		pthread_mutex_unlock(&lock);
		;
	}
	if (by == 3)
		return;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		add(i);
	printf("%d\n", total);
	return 0;
}
