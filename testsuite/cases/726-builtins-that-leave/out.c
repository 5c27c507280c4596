#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;
static void *place[5];

__attribute__((noinline)) static void away(void)
{
    __builtin_longjmp(place, 1);
}

static void check(int i)
{
    if (i > 5)
        away();
}

__attribute__((noinline)) static int work(int i)
{
    rcl_lock(&m);
    check(i);
    n += i;
    rcl_unlock(&m);
    return n;
}

__attribute__((noinline)) static void *run(void *arg)
{
    printf("%d\n", work(2));
    if (__builtin_setjmp(place) == 0) {
        printf("%d\n", work(9));
    } else {
        printf("back\n");
        rcl_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
