#include <pthread.h>
#include <stdio.h>

struct settings { int limit; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings cs = { 5 };
static int way, ctx;

static int add(int n)
{
	pthread_mutex_lock(&lock);
	if (n > cs.limit) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	if (n == way) {
		ctx++;
		pthread_mutex_unlock(&lock);
		return ctx;
	}
	way += n;
	n = way;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d %d %d %d\n", add(6), add(4), add(4), add(1));
	return 0;
}
