#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int pages = 2, bytes;

static int allocate(int size)
{
	int page;

	pthread_mutex_lock(&outer);
	if (pages == 0) {
		pthread_mutex_unlock(&outer);
		return -1;
	}
	page = pages--;
	pthread_mutex_lock(&inner);
	bytes += size;
	if (bytes > 100) {
		bytes -= size;
		pthread_mutex_unlock(&inner);
		pages++;
		pthread_mutex_unlock(&outer);
		return -2;
	}
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	return page;
}

int main(void)
{
	printf("%d", allocate(60));
	printf(" %d", allocate(60));
	printf(" %d", allocate(30));
	printf(" %d\n", allocate(1));
	return 0;
}
