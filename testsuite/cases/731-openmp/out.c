#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;
static int sum(int k)
{
    int s = 0;
#pragma omp parallel for num_threads(2) reduction(+:s)
    for (int i = 0; i < k; i++)
        s += i;
    return s;
}

struct whole_cs {  /* m, in.c:16-18 */
    int k;         /* in */
};

static int whole_cs(void *ctx)
{
    struct whole_cs *cs = ctx;
    int k = cs->k;

    n += sum(k);
    return 0;
}

static int whole(int k)
{
    int t = 1;
    struct whole_cs cs = { .k = k };
    rcl_exec_blocking(&m, whole_cs, &cs, sizeof(cs));
    return n + t;
}
static int within(int k)
{
    int t = 1;
    rcl_lock(&m);
    n += t;
#pragma omp parallel num_threads(2)
#pragma omp atomic
    t += 5;
    rcl_unlock(&m);
    return t + k;
}
int main(void)
{
    printf("%d\n", whole(100));
    printf("%d\n", within(100));
    return 0;
}
