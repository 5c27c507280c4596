#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define WRAPS __attribute__((__optimize__("wrapv")))
#define ATTRIBUTE(x) __attribute__((x))

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

static int behind(int x) ATTRIBUTE(target("fpmath=387"));

WRAPS static int grows(int x)
{
    int answer;
    rcl_lock(&m);
    answer = x + 1 > x ? 7 : 9;
    n++;
    rcl_unlock(&m);
    return answer;
}

static int behind(int x)
{
    rcl_lock(&m);
    n += x;
    rcl_unlock(&m);
    return n;
}

__attribute__((noinline, no_sanitize_undefined)) static int hashed(int x)
{
    rcl_lock(&m);
    n += x;
    rcl_unlock(&m);
    return n;
}

struct aimed_cs {  /* m, in.c:42-44 */
    int target;    /* in */
    int optimize;  /* in */
};

static int aimed_cs(void *ctx)
{
    struct aimed_cs *cs = ctx;
    int target = cs->target;
    int optimize = cs->optimize;

    n += target + optimize;
    return 0;
}

__attribute__((noinline)) static int aimed(int target, int optimize)
{
    struct aimed_cs cs = { .target = target, .optimize = optimize };
    rcl_exec_anon(&m, aimed_cs, &cs, sizeof(cs));
    return n;
}

static int named(void)
{
    int same;
    rcl_lock(&m);
    same = __builtin_FUNCTION()[0] == 'n' && __builtin_FUNCTION()[5] == '\0';
    n++;
    rcl_unlock(&m);
    return same;
}

int main(void)
{
    volatile int largest = INT_MAX;
    printf("%d ", grows(largest));
    printf("%d ", behind(1));
    printf("%d ", hashed(1));
    printf("%d ", aimed(1, 2));
    printf("%d\n", named());
    return 0;
}
