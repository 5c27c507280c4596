#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long last_id;

static unsigned long next_id(void)
{
	pthread_mutex_lock(&lock);
	unsigned long id = ++last_id;
	pthread_mutex_unlock(&lock);
	return id;
}

int main(void)
{
	next_id();
	printf("%lu\n", next_id());
	return 0;
}
