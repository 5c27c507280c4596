#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

/* Returns with the lock held unless there is nothing to hold it for. */
static int begin(int by)
{
	int seen = 0;

	pthread_mutex_lock(&lock);
	seen = n + 1;
	if (by == 0) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	if (by > 100)
		return seen;
	n += by;
	return seen;
}

static void end(void)
{
	n++;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	printf("%d", begin(0));
	printf(" %d", begin(5));
	end();
	printf(" %d", begin(500));
	end();
	printf(" %d\n", n);
	return 0;
}
