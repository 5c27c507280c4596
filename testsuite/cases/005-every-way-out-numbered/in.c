#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static const char *sign(int add)
{
	pthread_mutex_lock(&lock);
	value += add;
	if (value < 0) {
		pthread_mutex_unlock(&lock);
		return "negative";
	} else {
		pthread_mutex_unlock(&lock);
		return "positive";
	}
}

int main(void)
{
	printf("%s", sign(3));
	printf(" %s\n", sign(-7));
	return 0;
}
