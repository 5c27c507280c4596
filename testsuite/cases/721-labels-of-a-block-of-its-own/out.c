#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n, seen;

struct work_cs {  /* m, in.c:13-21 */
    int i;        /* in */
    int x;        /* out */
};

static int work_cs(void *ctx)
{
    struct work_cs *cs = ctx;
    int i = cs->i;
    int x;

    n += i;
    if (n > 5) {
        x = n;
        cs->x = x;
        return 1;
    }
    n++;
    return 0;
}

/* The goto of the section leads to the first of the labels, behind which x is read. */
static int work(int i)
{
    int x = 1;
    {
        __label__ done;
        struct work_cs cs = { .i = i };
        if (rcl_exec_anon(&m, work_cs, &cs, sizeof(cs)) == 1) {
            x = cs.x;
            goto done;
        }
        x = 2;
    done:
        seen += x;
    }
    x = 3;
    {
        __label__ done;
        if (i > 5)
            goto done;
        seen++;
    done:
        seen += 100;
    }
    return seen + x;
}

#define FIND(x) ({ __label__ out; int r = 0; if (x) goto out; r = 5; out: r; })

struct find_cs {  /* m, in.c:43-46 */
    int i;        /* in */
    int a;        /* out */
};

static int find_cs(void *ctx)
{
    struct find_cs *cs = ctx;
    int i = cs->i;
    int a;

    a = FIND(i);
    n += a;
    cs->a = a;
    return 0;
}

static int find(int i)
{
    int a = 1, b = 2;
    struct find_cs cs = { .i = i };
    rcl_exec_anon(&m, find_cs, &cs, sizeof(cs));
    a = cs.a;
    b = FIND(!i);
    return a * 10 + b;
}

int main(void)
{
    printf("%d ", work(0));
    printf("%d ", work(3));
    printf("%d\n", work(9));
    printf("%d ", find(0));
    printf("%d\n", find(1));
    return 0;
}
