// A mutex with two names is shown by the one of the call that takes it.
#include <pthread.h>
#include <stdio.h>

struct mtx { pthread_mutex_t mtx; };
struct end { struct mtx mtx; int n; };
struct pipe { struct end *end; };
static void mtx_lock(struct mtx *m) { pthread_mutex_lock(&m->mtx); }
static void mtx_unlock(struct mtx *m) { pthread_mutex_unlock(&m->mtx); }

static int add(struct pipe *pipe)
{
    struct end *end;
    int n;

    end = pipe->end;
    mtx_lock(&end->mtx);
    n = ++end->n;
    mtx_unlock(&pipe->end->mtx);
    return n;
}

int main(void)
{
    static struct end e = { { PTHREAD_MUTEX_INITIALIZER }, 2 };
    struct pipe p = { &e };
    printf("%d\n", add(&p));
    return 0;
}
