#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define QUIET(...) do { } while (0)
#define DEBUG(format, ...) QUIET(format, __VA_ARGS__)
#define LOG(...) printf(__VA_ARGS__)
#define BOTH(level, ...) do { if (level) LOG(__VA_ARGS__); QUIET(__VA_ARGS__); } while (0)
#define CHECK(what, where) ((void)sizeof(what))

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

struct add_cs {        /* m, in.c:16-25 */
    int n;             /* in */
    const char *func;  /* in */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    int n = cs->n;
    const char *func = cs->func;

    total += n;
    QUIET("%s: %d\n", func, total);
    if (total > 100) {
        DEBUG("%s: too large\n", func);
        return 1;
    }
    CHECK(total, func);
    (void)func;
    return 0;
}

/* A macro that this build has for nothing, and one that calls such a macro. */
static int add(int n)
{
    struct add_cs cs = { .n = n, .func = __func__ };
    if (rcl_exec_anon(&m, add_cs, &cs, sizeof(cs)) == 1) {
        return -1;
    }
    return n;
}

struct take_cs {       /* m, in.c:32-35 */
    int n;             /* in */
    const char *func;  /* in */
};

static int take_cs(void *ctx)
{
    struct take_cs *cs = ctx;
    int n = cs->n;
    const char *func = cs->func;

    total -= n;
    BOTH(total < 0, "%s: %d\n", func, total);
    return 0;
}

/* Another one, or another use, makes something of it. */
static int take(int n)
{
    struct take_cs cs = { .n = n, .func = __func__ };
    rcl_exec(&m, take_cs, &cs, sizeof(cs));
    return n;
}

struct see_cs {        /* m, in.c:41-46 */
    int n;             /* out */
    const char *func;  /* in */
};

static int see_cs(void *ctx)
{
    struct see_cs *cs = ctx;
    const char *func = cs->func;

    QUIET("%s\n", func);
    int n = total;
    if (n < 0)
        LOG("%s: %d\n", func, n);
    cs->n = n;
    return 0;
}

static int see(void)
{
    int n;
    struct see_cs cs = { .func = __func__ };
    rcl_exec(&m, see_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

int main(void)
{
    printf("%d\n", add(20));
    printf("%d\n", add(90));
    printf("%d\n", take(112));
    printf("%d\n", see());
    return 0;
}
