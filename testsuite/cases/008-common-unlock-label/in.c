#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit = 3, used;

static int reserve(int count)
{
	int result = -1;

	pthread_mutex_lock(&lock);
	if (count < 0)
		goto unlock;
	if (used + count > limit)
		goto unlock;
	used += count;
	result = used;
unlock:
	pthread_mutex_unlock(&lock);
	return result;
}

int main(void)
{
	printf("%d", reserve(2));
	printf(" %d", reserve(2));
	printf(" %d\n", reserve(-1));
	return 0;
}
