#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t none = RCL_MUTEX_INITIALIZER(none);
static rcl_mutex_t counts /* of what is done */ = RCL_MUTEX_INITIALIZER(counts);
static int total;

struct add_cs {  /* none, in.c:10-12 */
    int n;       /* in */
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
    rcl_exec_anon(&none, add_cs, &cs, sizeof(cs));
}

struct count_cs {  /* counts, in.c:19-21 */
    int n;         /* out */
};

static int count_cs(void *ctx)
{
    struct count_cs *cs = ctx;
    int n;

    n = ++total;
    cs->n = n;
    return 0;
}

static int count(void)
{
    int n;

    struct count_cs cs;
    rcl_exec_anon(&counts, count_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

int main(void)
{
    add(3);
    printf("%d\n", count());
    return 0;
}
