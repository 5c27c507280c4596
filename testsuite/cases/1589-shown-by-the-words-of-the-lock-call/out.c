// A mutex with two names is shown by the one of the call that takes it.
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mtx { rcl_mutex_t mtx; };
struct end { struct mtx mtx; int n; };
struct pipe { struct end *end; };
static rcl_mutex_t *mtx_mutex(struct mtx *m) {
    return &m->mtx;
}

struct add_cs {       /* end->mtx.mtx, in.c:17-19 */
    struct end *end;  /* in */
    int n;            /* out */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    struct end *end = cs->end;
    int n;

    n = ++end->n;
    cs->n = n;
    return 0;
}

static int add(struct pipe *pipe)
{
    struct end *end;
    int n;

    end = pipe->end;
    struct add_cs cs = { .end = end };
    rcl_exec_anon(mtx_mutex(&end->mtx), add_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

int main(void)
{
    static struct end e = { { RCL_MUTEX_INITIALIZER(mtx_mtx) }, 2 };
    struct pipe p = { &e };
    printf("%d\n", add(&p));
    return 0;
}
