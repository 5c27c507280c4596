#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#if defined(__AES__) && defined(__FAST_MATH__) && OTHER == 2
#define BUMP(x, y) ((x) += (y))
#else
#define BUMP(x, y) ((y) += (x))
#endif

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

struct bumped_cs {  /* m, in.c:15-18 */
    int a;          /* in-out */
    int b;          /* in */
};

static int bumped_cs(void *ctx)
{
    struct bumped_cs *cs = ctx;
    int a = cs->a;
    int b = cs->b;

    n++;
    BUMP(a, b);
    cs->a = a;
    return 0;
}

static int bumped(int a, int b)
{
    struct bumped_cs cs = { .a = a, .b = b };
    rcl_exec_anon(&m, bumped_cs, &cs, sizeof(cs));
    a = cs.a;
    return 10 * a + b;
}

int main(void)
{
    printf("%d\n", bumped(1, 2));
    return 0;
}
