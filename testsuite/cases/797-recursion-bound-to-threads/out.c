/* Functions that call each other in a circle, each bound to its thread by another call: the analysis must end. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long data;
static long second(int n);
static long third(int n);

static long first(int n)
{
	long sum = n > 0 ? second(n - 1) : 0;
	return sum + (gettid() > 0);
}

static long second(int n)
{
	long sum = n > 0 ? third(n - 1) : 0;
	return sum + ((prctl(PR_GET_DUMPABLE) >= 0));
}

static long third(int n)
{
	long sum = n > 0 ? first(n - 1) : 0;
	return sum + (getpriority(0, 0) >= 0);
}

/* m, in.c:33-35 */
static int run_cs(void *ctx)
{
	data++;
	return 0;
}

static void *run(void *unused)
{
	rcl_exec_anon(&m, run_cs, NULL, 0);
	rcl_lock(&m);
	data += first(3);
	rcl_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run, NULL);
	pthread_join(thread, NULL);
	printf("%ld\n", data);
	return 0;
}
