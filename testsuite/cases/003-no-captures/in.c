#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, misses;

static void hit(void)
{
	pthread_mutex_lock(&lock);
	hits++;
	misses--;
	pthread_mutex_unlock(&lock);
}

static void miss(void)
{
	pthread_mutex_lock(&lock); misses++; pthread_mutex_unlock(&lock);
}

int main(void)
{
	miss();
	hit();
	printf("%d %d\n", hits, misses);
	return 0;
}
