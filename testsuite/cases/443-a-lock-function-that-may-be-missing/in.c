#include <pthread.h>
#include <stdio.h>

#pragma weak pthread_mutex_lock

static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;
static int inits;

static int init(void)
{
	int before;

	if (pthread_mutex_lock == NULL)
		return inits++;
	pthread_mutex_lock(&init_lock);
	before = inits++;
	pthread_mutex_unlock(&init_lock);
	return before;
}

int main(void)
{
	init();
	printf("%d\n", init());
	return 0;
}
