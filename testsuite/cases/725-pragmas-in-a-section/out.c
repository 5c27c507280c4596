#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

#define STEP 1
#pragma push_macro("STEP")
#undef STEP
#define STEP 7

/* What stands before the section means the 7. */
static int step(int i)
{
    int r = STEP;
    rcl_lock(&m);
#pragma pop_macro("STEP")
    n += STEP * 100 + i;
    rcl_unlock(&m);
    return n + STEP + r;
}

static int packed(int i)
{
    struct { char c; int i; } a = { 1, i };
    rcl_lock(&m);
#pragma pack(1)
    struct close { char c; int i; };
    n += i + (int)sizeof(struct close);
    rcl_unlock(&m);
#pragma pack()
    return n + (int)sizeof(a) + a.c + a.i;
}

struct warned_cs {  /* m, in.c:38-42 */
    int i;          /* in */
    int k;          /* out */
};

static int warned_cs(void *ctx)
{
    struct warned_cs *cs = ctx;
    int i = cs->i;
    int k;

#pragma GCC unroll 4
    for (k = 0; k < 8; k++)
        n += i;
    cs->k = k;
    return 0;
}

static int warned(int i)
{
    int k;
    struct warned_cs cs = { .i = i };
    rcl_exec_anon(&m, warned_cs, &cs, sizeof(cs));
    k = cs.k;
    return n + k;
}

int main(void)
{
    printf("%d ", step(1));
    printf("%d ", packed(2));
    printf("%d\n", warned(3));
    return 0;
}
