/* Labels that __label__ declares before a section. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int x;

int one(int k)
{
    __label__ out, again;
    int r = 0;
    rcl_lock(&m);
again:
    x += k;
    if (x < 0) {
        r = -1;
        goto out;
    }
    if (x < 5)
        goto again;
    r = x;
out:
    rcl_unlock(&m);
    return r;
}

struct two_cs {  /* m, in.c:31-38 */
    int k;       /* in */
    int r;       /* in-out */
};

static int two_cs(void *ctx)
{
    struct two_cs *cs = ctx;
    int k = cs->k;
    int r = cs->r;

    x += k;
    if (x < 0) {
        cs->r = r;
        return 1;
    }
    r = x;
    cs->r = r;
    return 0;
}

int two(int k)
{
    __label__ out;
    int r = 0;
    struct two_cs cs = { .k = k, .r = r };
    if (rcl_exec_anon(&m, two_cs, &cs, sizeof(cs)) == 1) {
        r = cs.r;
        goto out;
    }
    r = cs.r;
out:
    return r;
}

struct three_cs {  /* m, in.c:48-52 */
    int k;         /* in */
    int r;         /* in-out */
};

static int three_cs(void *ctx)
{
    struct three_cs *cs = ctx;
    int k = cs->k;
    int r = cs->r;

    x += k;
    if (x < 0) {
        cs->r = r;
        return RCL_KEEP | 1;
    }
    r = x;
    cs->r = r;
    return RCL_KEEP;
}

int three(int k)
{
    int r = 0;
    {
        __label__ out;
        struct three_cs cs = { .k = k, .r = r };
        if (rcl_exec_anon(&m, three_cs, &cs, sizeof(cs)) == 1) {
            r = cs.r;
            goto out;
        }
        r = cs.r;
out:
        rcl_unlock(&m);
    }
    return r;
}

int main(void)
{
    int a = one(1), b = two(1), c = three(-30);
    printf("%d %d %d\n", a, b, c);
    return 0;
}
