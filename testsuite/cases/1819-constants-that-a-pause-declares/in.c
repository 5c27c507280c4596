/* The client gives a constant pointer that it declares while the lock is released. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int count(int n)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < 3; i++) {
		shared++;
		pthread_mutex_unlock(&lock);
		const int twice = 2 * n;
		const char *const name = twice + i > 5 ? "many" : "few";
		const int *const *none = NULL;
		pthread_mutex_lock(&lock);
		n += twice + name[0] + (none == NULL);
	}
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d\n", count(1));
	printf("%d\n", shared);
	return 0;
}
