/* Code that no build compiles may ask for more of an array than its first element. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define ZERO(x) memset(&(x), 0, sizeof(x))
#define FIRST(x) (x)[0]
#ifdef TRACK
#define SEEN(x) memset((x), 1, sizeof (x))
#else
#define SEEN(x) ((void)0)
#endif

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int hits;

struct by_macro_cs {  /* lock, in.c:21-26 */
    int n;            /* in */
    int (*cells)[4];  /* by reference */
};

static int by_macro_cs(void *ctx)
{
    struct by_macro_cs *cs = ctx;
    int n = cs->n;
    int (*cells)[4] = cs->cells;

    (*cells)[n & 3] += hits++;
#ifdef TRACK
    ZERO(*cells);
#endif
    return 0;
}

static int by_macro(int n)
{
    int cells[4] = { n, 1, 2, 3 };

    struct by_macro_cs cs = { .n = n, .cells = &cells };
    rcl_exec_anon(&lock, by_macro_cs, &cs, sizeof(cs));
    return cells[0] + cells[3];
}

struct first_cs {  /* lock, in.c:34-39 */
    int n;         /* in */
    int *cells;    /* by reference */
};

static int first_cs(void *ctx)
{
    struct first_cs *cs = ctx;
    int n = cs->n;
    int *cells = cs->cells;

    cells[n & 3] += hits++;
#ifdef TRACK
    FIRST(cells) = 7;
#endif
    return 0;
}

static int first(int n)
{
    int cells[4] = { n, 1, 2, 3 };

    struct first_cs cs = { .n = n, .cells = cells };
    rcl_exec_anon(&lock, first_cs, &cs, sizeof(cs));
    return cells[0] + cells[3];
}

struct another_build_cs {  /* lock, in.c:47-50 */
    int n;                 /* in */
    char (*cells)[4];      /* by reference */
};

static int another_build_cs(void *ctx)
{
    struct another_build_cs *cs = ctx;
    int n = cs->n;
    char (*cells)[4] = cs->cells;

    (*cells)[n & 3] += (char)hits++;
    SEEN(*cells);
    return 0;
}

static int another_build(int n)
{
    char cells[4] = { 1, 1, 2, 3 };

    struct another_build_cs cs = { .n = n, .cells = &cells };
    rcl_exec_anon(&lock, another_build_cs, &cs, sizeof(cs));
    return cells[0] + cells[3];
}

struct alone_cs {     /* lock, in.c:59-64 */
    int n;            /* in */
    int (*cells)[4];  /* by reference */
};

static int alone_cs(void *ctx)
{
    struct alone_cs *cs = ctx;
    int n = cs->n;
    int (*cells)[4] = cs->cells;

    hits += n;
#ifdef TRACK
    ZERO(*cells);
#endif
    (void)cells;
    return 0;
}

/* named there alone */
static int alone(int n)
{
    int cells[4] = { n, 1, 2, 3 };

    struct alone_cs cs = { .n = n, .cells = &cells };
    rcl_exec_anon(&lock, alone_cs, &cs, sizeof(cs));
    return cells[0] + cells[3];
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 10; i++)
        sum += by_macro(i) + first(i) + another_build(i) + alone(i);
    printf("%d %d\n", hits, sum);
    return 0;
}
