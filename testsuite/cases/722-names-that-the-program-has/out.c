#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

struct work_2_cs {  /* m, in.c:9-11 */
    int i;          /* in */
};

static int work_2_cs(void *ctx)
{
    struct work_2_cs *cs = ctx;
    int i = cs->i;

    n += i;
    return 0;
}

static int work(int i)
{
    struct work_2_cs cs = { .i = i };
    rcl_exec_anon(&m, work_2_cs, &cs, sizeof(cs));
    return n;
}

#define more_cs 5

struct more_2_cs {  /* m, in.c:19-21 */
    int i;          /* in */
};

static int more_2_cs(void *ctx)
{
    struct more_2_cs *cs = ctx;
    int i = cs->i;

    n += i * 2;
    return 0;
}

static int more(int i)
{
    struct more_2_cs cs = { .i = i };
    rcl_exec_anon(&m, more_2_cs, &cs, sizeof(cs));
    return n + more_cs;
}

struct work_cs { int a; };

struct less_2_cs {  /* m, in.c:29-31 */
    int less_cs;    /* in */
};

static int less_2_cs(void *ctx)
{
    struct less_2_cs *cs = ctx;
    int less_cs = cs->less_cs;

    n -= less_cs;
    return 0;
}

static int less(int less_cs)
{
    struct less_2_cs cs = { .less_cs = less_cs };
    rcl_exec_anon(&m, less_2_cs, &cs, sizeof(cs));
    return n;
}

int main(void)
{
    struct work_cs w = { 4 };
    printf("%d ", work(w.a));
    printf("%d ", more(3));
    printf("%d\n", less(2));
    return 0;
}
