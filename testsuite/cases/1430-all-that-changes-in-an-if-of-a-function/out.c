/*
 * All that changes stands in one branch of an #if, in a function: the runtime's
 * header does not belong there.
 */
#include <stdio.h>
#if !defined(_WIN32)
#include <pthread.h>
#endif
#include "rcl_config.h"

#ifdef __cplusplus
extern "C" {
#endif

static int total;

static int add(int n)
{
#if defined(_WIN32)
	total += n;
#else
	static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);

	rcl_lock(&lock);	/* rcl: keep -- to see what becomes of the header */
	total += n;
	rcl_unlock(&lock);
#endif
	return total;
}

int main(void)
{
	add(3);
	printf("%d\n", add(4));
	return 0;
}

#ifdef __cplusplus
}
#endif
