#include <pthread.h>
#include <stdio.h>

#define FOREVER(body) for (;;) { body
#define DONE }

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

int spin(void)
{
	FOREVER(
		pthread_mutex_lock(&lock);
		n++;
		pthread_mutex_unlock(&lock);
		if (n > 3)
			break;)
	DONE
	return n;
}
