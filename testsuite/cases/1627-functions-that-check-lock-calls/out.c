#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, calls;

/* does nothing unless the call has failed */
void die_if(int error, const char *what)
{
    if (error != 0) {
        fprintf(stderr, "%s: %s\n", what, strerror(error));
        exit(1);
    }
}

#define CHECKED(call) checked(call, __FILE__, __LINE__)

/* does something in any case */
static void counted(int error)
{
    calls++;
    if (error)
        abort();
}

/* may end the program for something else */
static void bounded(int error)
{
    if (error || total > 1000)
        abort();
}

struct died_cs {  /* lock, in.c:52-58 */
    int by;       /* in */
};

static int died_cs(void *ctx)
{
    struct died_cs *cs = ctx;
    int by = cs->by;

    if (by < 0) {
        return 1;
    }
    total += by;
    return 0;
}

int died(int by)
{
    struct died_cs cs = { .by = by };
    if (rcl_exec_anon(&lock, died_cs, &cs, sizeof(cs)) == 1)
        return -1;
    return 0;
}

struct by_macro_cs {  /* lock, in.c:66-68 */
    int by;           /* in */
    int now;          /* out */
};

static int by_macro_cs(void *ctx)
{
    struct by_macro_cs *cs = ctx;
    int by = cs->by;
    int now;

    now = total += by;
    cs->now = now;
    return 0;
}

int by_macro(int by)
{
    int now;

    struct by_macro_cs cs = { .by = by };
    rcl_exec_anon(&lock, by_macro_cs, &cs, sizeof(cs));
    now = cs.now;
    return now;
}

struct compared_cs {  /* lock, in.c:76-78 */
    int by;           /* in */
    int now;          /* out */
};

static int compared_cs(void *ctx)
{
    struct compared_cs *cs = ctx;
    int by = cs->by;
    int now;

    now = total += by;
    cs->now = now;
    return 0;
}

int compared(int by)
{
    int now;

    struct compared_cs cs = { .by = by };
    rcl_exec_anon(&lock, compared_cs, &cs, sizeof(cs));
    now = cs.now;
    return now;
}

struct others_cs {  /* lock, in.c:86-88 */
    int by;         /* in */
    int now;        /* out */
};

static int others_cs(void *ctx)
{
    struct others_cs *cs = ctx;
    int by = cs->by;
    int now;

    counted(0);
    now = total += by;
    cs->now = now;
    return 0;
}

int others(int by)
{
    int now;

    struct others_cs cs = { .by = by };
    rcl_exec_anon(&lock, others_cs, &cs, sizeof(cs));
    now = cs.now;
    bounded(0);
    return now;
}

int main(void)
{
    printf("%d ", died(1));
    printf("%d ", by_macro(2));
    printf("%d ", compared(3));
    printf("%d\n", others(4));
    return calls != 1;
}
