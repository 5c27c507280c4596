// What no build compiles may have labels and fields that are named like a variable which the section has by reference.
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct added_cs {  /* lock, in.c:12-24 */
    int n;         /* in */
    int *high;     /* by reference */
#ifdef TRACK
    int **most;    /* by reference */
#endif
};

static int added_cs(void *ctx)
{
    struct added_cs *cs = ctx;
    int n = cs->n;
    int *high = cs->high;
#ifdef TRACK
    int **most = cs->most;
#endif

    total += n;
    *high += total;
#ifdef TRACK
    struct { int high : 3; } bits = { high: 1 };

    if (total > 5)
        goto high;
    **most += n ? *high : bits.high;
high:
    total++;
#endif
    return 0;
}

static int added(int n)
{
    int high = 0, *most = &high;

    struct added_cs cs = {
        .n = n,
        .high = &high,
#ifdef TRACK
        .most = &most,
#endif
    };
    rcl_exec_anon(&lock, added_cs, &cs, sizeof(cs));
    return *most;
}

int main(void)
{
    printf("%d ", added(1));
    printf("%d %d\n", added(3), total);
    return 0;
}
