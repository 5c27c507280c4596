#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>
struct cfg { int pad; int threaded; int n; };
static struct cfg g = {0, 1, 0};
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);

/* What the conditions are about is written through pointers that do not say what they lead to. */
static int work(struct cfg *c, int i)
{
    char *p = (char *)c;
    if (c->threaded)
        rcl_lock(&m);
    c->n += i;
    *(int *)(p + 4) = 0;
    if (c->threaded)
        rcl_unlock(&m);
    return c->n;
}

static int work2(struct cfg *c, int i)
{
    void *p = c;
    if (c->threaded)
        rcl_lock(&m);
    c->n += i;
    memset(p, 0, sizeof *c);
    if (c->threaded)
        rcl_unlock(&m);
    return c->n;
}

static int work3(struct cfg *c, int i)
{
    unsigned char *p = (unsigned char *)c;
    if (c->threaded)
        rcl_lock(&m);
    c->n += i;
    p[4] = 0;
    if (c->threaded)
        rcl_unlock(&m);
    return c->n;
}

static int held(void)
{
    int r = rcl_trylock(&m);
    rcl_unlock(&m);
    return r != 0;
}

int main(void)
{
    printf("%d", work(&g, 3));
    printf(" %d\n", held());
    g.threaded = 1;
    printf("%d", work2(&g, 3));
    printf(" %d\n", held());
    g.threaded = 1;
    printf("%d", work3(&g, 3));
    printf(" %d\n", held());
    return 0;
}
