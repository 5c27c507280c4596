#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>
struct cfg { int pad; int threaded; int n; };
static struct cfg g = {0, 1, 0};
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);

struct work_cs {    /* m, in.c:12-15 */
    struct cfg *c;  /* in */
    int i;          /* in */
    char *p;        /* in */
};

static int work_cs(void *ctx)
{
    struct work_cs *cs = ctx;
    struct cfg *c = cs->c;
    int i = cs->i;
    char *p = cs->p;

    c->n += i;
    *(int *)(p + 4) = 0;
    return RCL_KEEP;
}

/* What the conditions are about is written through pointers that do not say what they lead to. */
static int work(struct cfg *c, int i)
{
    char *p = (char *)c;
    struct work_cs cs = { .c = c, .i = i, .p = p };
    if (c->threaded) {
        rcl_exec_anon(&m, work_cs, &cs, sizeof(cs));
    } else {
        work_cs(&cs);
    }
    if (c->threaded)
        rcl_unlock(&m);
    return c->n;
}

struct work2_cs {   /* m, in.c:24-27 */
    struct cfg *c;  /* in */
    int i;          /* in */
    void *p;        /* in */
};

static int work2_cs(void *ctx)
{
    struct work2_cs *cs = ctx;
    struct cfg *c = cs->c;
    int i = cs->i;
    void *p = cs->p;

    c->n += i;
    memset(p, 0, sizeof *c);
    return RCL_KEEP;
}

static int work2(struct cfg *c, int i)
{
    void *p = c;
    struct work2_cs cs = { .c = c, .i = i, .p = p };
    if (c->threaded) {
        rcl_exec_anon(&m, work2_cs, &cs, sizeof(cs));
    } else {
        work2_cs(&cs);
    }
    if (c->threaded)
        rcl_unlock(&m);
    return c->n;
}

struct work3_cs {      /* m, in.c:36-39 */
    struct cfg *c;     /* in */
    int i;             /* in */
    unsigned char *p;  /* in */
};

static int work3_cs(void *ctx)
{
    struct work3_cs *cs = ctx;
    struct cfg *c = cs->c;
    int i = cs->i;
    unsigned char *p = cs->p;

    c->n += i;
    p[4] = 0;
    return RCL_KEEP;
}

static int work3(struct cfg *c, int i)
{
    unsigned char *p = (unsigned char *)c;
    struct work3_cs cs = { .c = c, .i = i, .p = p };
    if (c->threaded) {
        rcl_exec_anon(&m, work3_cs, &cs, sizeof(cs));
    } else {
        work3_cs(&cs);
    }
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
