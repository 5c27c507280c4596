#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static rcl_mutex_t guard = RCL_MUTEX_INITIALIZER(guard_in);
static int total;

struct add_cs {  /* guard, in.c:37-39 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&guard, add_cs, &cs, sizeof(cs));
}

int main(void)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	rcl_mutex_init(&guard, &attr, guard_main);
	pthread_mutexattr_destroy(&attr);
	add(2);
	add(3);
	printf("%d\n", total);
	return 0;
}
