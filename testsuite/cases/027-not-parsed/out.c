#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define FOREVER(body) for (;;) { body
#define DONE }

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

int spin(void)
{
	FOREVER(
		rcl_lock(&lock);
		n++;
		rcl_unlock(&lock);
		if (n > 3)
			break;)
	DONE
	return n;
}
