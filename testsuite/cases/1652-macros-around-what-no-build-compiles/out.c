/* What macros make of a variable in code that no build compiles, and where builds mean others by a name there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define AFTER(x) x++
#define STEP(x) do { AFTER(x); } while (0)
#define ZERO(x) ((x) = 0)
#ifdef TRACK
#define SEEN(x) (x--)
#else
#define SEEN(x) ((void)0)
#endif

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int hits;

static void bump(int *n)
{
    (*n)++;
}

struct after_cs {  /* lock, in.c:25-27 */
    int *n;        /* by reference */
};

static int after_cs(void *ctx)
{
    struct after_cs *cs = ctx;
    int *n = cs->n;

    hits += *n;
    bump(n);
    return RCL_KEEP;
}

/* a macro counts the pointer on, were it given *n */
static int after(int n)
{
    struct after_cs cs = { .n = &n };
    rcl_exec_anon(&lock, after_cs, &cs, sizeof(cs));
#ifdef TRACK
    AFTER(n);
#endif
    rcl_unlock(&lock);
    return n;
}

struct handed_on_cs {  /* lock, in.c:38-40 */
    int *n;            /* by reference */
};

static int handed_on_cs(void *ctx)
{
    struct handed_on_cs *cs = ctx;
    int *n = cs->n;

    hits += *n;
    bump(n);
    return RCL_KEEP;
}

/* so does one that hands it on */
static int handed_on(int n)
{
    struct handed_on_cs cs = { .n = &n };
    rcl_exec_anon(&lock, handed_on_cs, &cs, sizeof(cs));
#ifdef TRACK
    STEP(n);
#endif
    rcl_unlock(&lock);
    return n;
}

struct zero_cs {  /* lock, in.c:51-57 */
    int *n;       /* by reference */
};

static int zero_cs(void *ctx)
{
    struct zero_cs *cs = ctx;
    int *n = cs->n;

    hits += *n;
    bump(n);
#ifdef TRACK
    ZERO(*n);
#endif
    return 0;
}

/* this one does not */
static int zero(int n)
{
    struct zero_cs cs = { .n = &n };
    rcl_exec_anon(&lock, zero_cs, &cs, sizeof(cs));
    return n;
}

struct seen_cs {  /* lock, in.c:64-66 */
    int *n;       /* by reference */
};

static int seen_cs(void *ctx)
{
    struct seen_cs *cs = ctx;
    int *n = cs->n;

    hits += *n;
    bump(n);
    return RCL_KEEP;
}

/* and this one does in the build that defines it otherwise */
static int seen(int n)
{
    struct seen_cs cs = { .n = &n };
    rcl_exec_anon(&lock, seen_cs, &cs, sizeof(cs));
    SEEN(n);
    rcl_unlock(&lock);
    return n;
}

struct alone_cs {  /* lock, in.c:77-82 */
    int n;         /* in */
    int high;      /* in-out */
};

static int alone_cs(void *ctx)
{
    struct alone_cs *cs = ctx;
    int n = cs->n;
    int high = cs->high;

    hits += n;
#ifdef TRACK
    AFTER(high);
#endif
    cs->high = high;
    return 0;
}

/* named there alone */
static int alone(int n)
{
    int high = n;

    struct alone_cs cs = { .n = n, .high = high };
    rcl_exec_anon(&lock, alone_cs, &cs, sizeof(cs));
    high = cs.high;
    return high;
}

struct member_cs {  /* lock, in.c:91-97 */
    int n;          /* in */
#ifdef TRACK
    int *high;      /* by reference */
#endif
};

static int member_cs(void *ctx)
{
    struct member_cs *cs = ctx;
    int n = cs->n;
#ifdef TRACK
    int *high = cs->high;
#endif

#ifdef TRACK
    *high += hits;
#endif
    struct { int low, high; } pair = { n, n + 1 };
    hits += pair.low + pair.high;
    return 0;
}

/* named there alone, where a structure has a member of that name */
static int member(int n)
{
    int high = n;

    struct member_cs cs = {
        .n = n,
#ifdef TRACK
        .high = &high,
#endif
    };
    rcl_exec_anon(&lock, member_cs, &cs, sizeof(cs));
    return high;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 10; i++)
        sum += after(i) + handed_on(i) + zero(i) + seen(i) + alone(i) + member(i);
    printf("%d %d\n", hits, sum);
    return 0;
}
