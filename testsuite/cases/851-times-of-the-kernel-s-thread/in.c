#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct timespec when;
static struct rusage used;

static int of_thread(void)
{
    pthread_mutex_lock(&m);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &when);
    pthread_mutex_unlock(&m);
    return when.tv_sec < 0;
}

static int of_all(void)
{
    pthread_mutex_lock(&m);
    clock_gettime(CLOCK_MONOTONIC, &when);
    pthread_mutex_unlock(&m);
    return when.tv_sec < 0;
}

static int usage_of_thread(void)
{
    pthread_mutex_lock(&m);
    getrusage(RUSAGE_THREAD, &used);
    pthread_mutex_unlock(&m);
    return used.ru_utime.tv_sec < 0;
}

static int usage_of_all(void)
{
    pthread_mutex_lock(&m);
    getrusage(RUSAGE_SELF, &used);
    pthread_mutex_unlock(&m);
    return used.ru_utime.tv_sec < 0;
}

int main(void)
{
    printf("%d %d ", of_thread(), of_all());
    printf("%d %d\n", usage_of_thread(), usage_of_all());
    return 0;
}
