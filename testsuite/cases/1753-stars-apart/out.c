/* The stars of pointers stand apart from type and name; products look alike. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct pool {
    rcl_mutex_t mutex;
    int sizes[4];
    const char * name;
};

static struct pool pool = { .mutex = RCL_MUTEX_INITIALIZER(pool_mutex), .name = "pool" };

static int area(int w, int h) {
    return w *h + w*h - (w* h);
}

struct grow_cs {         /* pool->mutex, in.c:20-24 */
    struct pool * pool;  /* in */
    int n;               /* in */
    const char ** name;  /* in */
    int was;             /* out */
};

static int grow_cs(void * ctx) {
    struct grow_cs * cs = ctx;
    struct pool * pool = cs->pool;
    int n = cs->n;
    const char ** name = cs->name;
    int was;

    was = pool->sizes[n & 3];
    pool->sizes[n & 3] = was + n * area(n, 2);
    *name = pool->name;
    cs->was = was;
    return 0;
}

static int grow(struct pool * pool, int n, const char ** name) {
    int was;

    struct grow_cs cs = { .pool = pool, .n = n, .name = name };
    rcl_exec_anon(&pool->mutex, grow_cs, &cs, sizeof(cs));
    was = cs.was;
    return was;
}

int main(void) {
    const char * name;
    int sum = 0;

    for (int i = 0; i < 6; i++) {
        sum += grow(&pool, i, &name);
    }
    printf("%s %d\n", name, sum);
    return 0;
}
