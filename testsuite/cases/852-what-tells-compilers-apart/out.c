#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__clang__) || __has_feature(address_sanitizer)
#define BUMP(x, y) ((x) += (y))
#else
#define BUMP(x, y) ((y) += (x))
#endif
#define GCC_VERSION (__GNUC__ * 100 + __GNUC_MINOR__)
#if GCC_VERSION < 500
#define DROP(x, y) ((x) -= (y))
#else
#define DROP(x, y) ((y) -= (x))
#endif

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

struct bumped_cs {  /* m, in.c:24-27 */
    int a;          /* in */
    int b;          /* in-out */
};

static int bumped_cs(void *ctx)
{
    struct bumped_cs *cs = ctx;
    int a = cs->a;
    int b = cs->b;

    n++;
    BUMP(a, b);
    cs->b = b;
    return 0;
}

static int bumped(int a, int b)
{
    struct bumped_cs cs = { .a = a, .b = b };
    rcl_exec_anon(&m, bumped_cs, &cs, sizeof(cs));
    b = cs.b;
    return 10 * a + b;
}

struct dropped_cs {  /* m, in.c:33-36 */
    int a;           /* in */
    int b;           /* in-out */
};

static int dropped_cs(void *ctx)
{
    struct dropped_cs *cs = ctx;
    int a = cs->a;
    int b = cs->b;

    n++;
    DROP(a, b);
    cs->b = b;
    return 0;
}

static int dropped(int a, int b)
{
    struct dropped_cs cs = { .a = a, .b = b };
    rcl_exec_anon(&m, dropped_cs, &cs, sizeof(cs));
    b = cs.b;
    return 10 * a + b;
}

struct chosen_cs {  /* m, in.c:42-49 */
    int a;          /* in-out */
    int b;          /* in-out */
};

static int chosen_cs(void *ctx)
{
    struct chosen_cs *cs = ctx;
    int a = cs->a;
    int b = cs->b;

#ifdef __clang__
    a += b;
#else
    b = a * 3;
#endif
    n += b;
    cs->a = a;
    cs->b = b;
    return 0;
}

static int chosen(int a, int b)
{
    struct chosen_cs cs = { .a = a, .b = b };
    rcl_exec_anon(&m, chosen_cs, &cs, sizeof(cs));
    a = cs.a;
    b = cs.b;
    return 10 * a + b;
}

int main(void)
{
    printf("%d ", bumped(1, 2));
    printf("%d ", dropped(1, 2));
    printf("%d\n", chosen(1, 2));
    return 0;
}
