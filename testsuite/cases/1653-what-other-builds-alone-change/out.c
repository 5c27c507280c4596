/* What a section only reads may change in code that no build compiles, and be read behind it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define ADD(x, by) ((x) += (by))
#define SHOW(x) printf("%d\n", (x))

struct pair {
    int a, b;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int hits;

struct set_cs {  /* lock, in.c:17-22 */
    int n;       /* in-out */
};

static int set_cs(void *ctx)
{
    struct set_cs *cs = ctx;
    int n = cs->n;

    hits += n;
#ifdef TRACK
    n = hits;
#endif
    cs->n = n;
    return 0;
}

static int set(int n)
{
    struct set_cs cs = { .n = n };
    rcl_exec_anon(&lock, set_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

struct member_cs {     /* lock, in.c:28-33 */
    struct pair pair;  /* in-out */
};

static int member_cs(void *ctx)
{
    struct member_cs *cs = ctx;
    struct pair pair = cs->pair;

    hits += pair.a;
#ifdef TRACK
    pair.b++;
#endif
    cs->pair = pair;
    return 0;
}

static int member(struct pair pair)
{
    struct member_cs cs = { .pair = pair };
    rcl_exec_anon(&lock, member_cs, &cs, sizeof(cs));
    pair = cs.pair;
    return pair.b;
}

struct by_macro_cs {  /* lock, in.c:39-44 */
    int n;            /* in-out */
};

static int by_macro_cs(void *ctx)
{
    struct by_macro_cs *cs = ctx;
    int n = cs->n;

    hits += n;
#ifdef TRACK
    ADD(n, hits);
#endif
    cs->n = n;
    return 0;
}

static int by_macro(int n)
{
    struct by_macro_cs cs = { .n = n };
    rcl_exec_anon(&lock, by_macro_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

struct shown_cs {  /* lock, in.c:51-57 */
    int n;         /* in */
};

static int shown_cs(void *ctx)
{
    struct shown_cs *cs = ctx;
    int n = cs->n;

    hits += n;
#ifdef TRACK
    SHOW(n);
    hits += n == 7 || n <= hits;
#endif
    return 0;
}

/* these do not change it */
static int shown(int n)
{
    struct shown_cs cs = { .n = n };
    rcl_exec_anon(&lock, shown_cs, &cs, sizeof(cs));
    return n;
}

struct not_read_cs {  /* lock, in.c:66-73 */
    int n;            /* in */
    int now;          /* out */
};

static int not_read_cs(void *ctx)
{
    struct not_read_cs *cs = ctx;
    int n = cs->n;
    int now;

    hits += n;
#ifdef TRACK
    n += 2;
    hits += n;
#endif
    now = hits;
    cs->now = now;
    return 0;
}

/* nobody reads it behind the section */
static int not_read(int n)
{
    int now;

    struct not_read_cs cs = { .n = n };
    rcl_exec_anon(&lock, not_read_cs, &cs, sizeof(cs));
    now = cs.now;
    return now;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 10; i++)
        sum += set(i) + member((struct pair){ i, 1 }) + by_macro(i) + shown(i) + not_read(i);
    printf("%d %d\n", hits, sum);
    return 0;
}
