#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct timespec when;
static struct rusage used;

static int of_thread(void)
{
    rcl_lock(&m);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &when);
    rcl_unlock(&m);
    return when.tv_sec < 0;
}

/* m, in.c:21-23 */
static int of_all_cs(void *ctx)
{
    clock_gettime(CLOCK_MONOTONIC, &when);
    return 0;
}

static int of_all(void)
{
    rcl_exec_errno(&m, of_all_cs, NULL, 0);
    return when.tv_sec < 0;
}

static int usage_of_thread(void)
{
    rcl_lock(&m);
    getrusage(RUSAGE_THREAD, &used);
    rcl_unlock(&m);
    return used.ru_utime.tv_sec < 0;
}

/* m, in.c:37-39 */
static int usage_of_all_cs(void *ctx)
{
    getrusage(RUSAGE_SELF, &used);
    return 0;
}

static int usage_of_all(void)
{
    rcl_exec(&m, usage_of_all_cs, NULL, 0);
    return used.ru_utime.tv_sec < 0;
}

int main(void)
{
    printf("%d %d ", of_thread(), of_all());
    printf("%d %d\n", usage_of_thread(), usage_of_all());
    return 0;
}
