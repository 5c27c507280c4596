#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

struct halved_cs {  /* m, in.c:9-12 */
    _Float16 x;     /* in-out */
};

static int halved_cs(void *ctx)
{
    struct halved_cs *cs = ctx;
    _Float16 x = cs->x;

    n++;
    x = x / 2;
    cs->x = x;
    return 0;
}

static int halved(_Float16 x)
{
    struct halved_cs cs = { .x = x };
    rcl_exec_anon(&m, halved_cs, &cs, sizeof(cs));
    x = cs.x;
    return (int)(x * 100);
}

int main(void)
{
    printf("%d\n", halved(3));
    return 0;
}
