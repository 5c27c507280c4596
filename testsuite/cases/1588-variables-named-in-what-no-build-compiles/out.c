// What a section names only in an #if that no build compiles is there in that #if.
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct added_cs {  /* lock, in.c:16-23 */
    int n;         /* in */
#ifdef TRACK
    int *high;     /* by reference */
    char *mark;    /* by reference */
#endif
};

static int added_cs(void *ctx)
{
    struct added_cs *cs = ctx;
    int n = cs->n;
#ifdef TRACK
    int *high = cs->high;
    char *mark = cs->mark;
#endif

    total += n;
#ifdef TRACK
    *high = total;
    tracked = total;
    mark[0] = 'N';
#endif
    return 0;
}

static int added(int n)
{
    int high = 0;
    char mark[4] = "no";
#ifdef TRACK
    long tracked = 0;
#endif

    struct added_cs cs = {
        .n = n,
#ifdef TRACK
        .high = &high,
        .mark = mark,
#endif
    };
    rcl_exec_anon(&lock, added_cs, &cs, sizeof(cs));
#ifdef TRACK
    printf("%ld\n", tracked);
#endif
    puts(mark);
    return high;
}

struct nested_cs {  /* lock, in.c:35-52 */
    int n;          /* in */
#if TRACK
    int *other;     /* by reference */
#endif
    int least;      /* in-out */
};

static int nested_cs(void *ctx)
{
    struct nested_cs *cs = ctx;
    int n = cs->n;
#if TRACK
    int *other = cs->other;
#endif
    int least = cs->least;

    total += n;
#if TRACK
#if TRACK > 3
    *other = total;
#endif
    if (least > total)
        printf("%d\n", *other);
    {
        int least = 0;

        total += least;
    }
#endif
#if TRACK  /* again */
    (*other)++;
#endif
    cs->least = least;
    return 0;
}

static int nested(int n)
{
    int other = n, least = n;

    struct nested_cs cs = {
        .n = n,
#if TRACK
        .other = &other,
#endif
        .least = least,
    };
    rcl_exec_anon(&lock, nested_cs, &cs, sizeof(cs));
    least = cs.least;
    return other + least;
}

struct otherwise_cs {  /* lock, in.c:60-67 */
    int n;             /* in */
    int other;         /* in-out */
};

static int otherwise_cs(void *ctx)
{
    struct otherwise_cs *cs = ctx;
    int n = cs->n;
    int other = cs->other;

    total += n;
#if TRACK > 3
    total++;
#elif TRACK
    other = total;
#endif
    cs->other = other;
    return 0;
}

static int otherwise(int n)
{
    int other = n;

    struct otherwise_cs cs = { .n = n, .other = other };
    rcl_exec_anon(&lock, otherwise_cs, &cs, sizeof(cs));
    other = cs.other;
    return other;
}

struct alone_cs {  /* lock, in.c:75-80 */
    int other;     /* in */
};

static int alone_cs(void *ctx)
{
    struct alone_cs *cs = ctx;
    int other = cs->other;

    total *= 2;
#ifdef TRACK
    total *= other;
#endif
    (void)other;
    return 0;
}

static int alone(void)
{
    int other = 2;

    struct alone_cs cs = { .other = other };
    rcl_exec_anon(&lock, alone_cs, &cs, sizeof(cs));
    return other;
}

struct hidden_cs {  /* lock, in.c:88-95 */
    int n;          /* in */
};

static int hidden_cs(void *ctx)
{
    struct hidden_cs *cs = ctx;
    int n = cs->n;

    total *= n;
#ifdef TRACK
    int other = total;

    total += other;
#endif
    return 0;
}

static int hidden(int n)
{
    int other = 2;

    struct hidden_cs cs = { .n = n };
    rcl_exec_anon(&lock, hidden_cs, &cs, sizeof(cs));
    return other;
}

int main(void)
{
    printf("%d %d %d ", added(1), nested(3), otherwise(4));
    printf("%d %d %d\n", alone(), hidden(1), total);
    return 0;
}
