/* What stands behind a lone quote, in what no build compiles, is code all the same. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int hits, misses;

/* leaves the section in a build that is not here */
static int leaves(int n)
{
    rcl_lock(&lock);
#if defined(__x86_64__) || defined(__aarch64__)
    hits += n;
#else
#error can't count here
#endif
#ifdef LIMITED
    if (hits > 40) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    misses++;
    rcl_unlock(&lock);
    return n;
}

struct names_cs {  /* lock, in.c:33-43 */
    int n;         /* in */
#ifdef TRACK
    int *high;     /* by reference */
#endif
};

static int names_cs(void *ctx)
{
    struct names_cs *cs = ctx;
    int n = cs->n;
#ifdef TRACK
    int *high = cs->high;
#endif

#if defined(__x86_64__) || defined(__aarch64__)
    hits += n;
#else
#error can't count here
#endif
#ifdef TRACK
    *high = hits;
#endif
    misses++;
    return 0;
}

/* names a variable in such a build only */
static int names(int n)
{
    int high = n * 2;

    struct names_cs cs = {
        .n = n,
#ifdef TRACK
        .high = &high,
#endif
    };
    rcl_exec_anon(&lock, names_cs, &cs, sizeof(cs));
    return high;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 10; i++)
        sum += leaves(i) + names(i);
    printf("%d %d %d\n", hits, misses, sum);
    return 0;
}
