/* The program gives the initialiser another meaning: its mutexes are recursive. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER RCL_RECURSIVE_MUTEX_INITIALIZER(lock)

static rcl_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n);

struct add_cs {  /* lock, in.c:14-19 */
    int n;       /* in-out */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    int n = cs->n;

    total += n;
    if (n > 0)
        add(n - 1);
    n = total;
    cs->n = n;
    return 0;
}

static int add(int n)
{
    struct add_cs cs = { .n = n };
    rcl_exec(&lock, add_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

int main(void)
{
    printf("%d\n", add(3));
    return 0;
}
