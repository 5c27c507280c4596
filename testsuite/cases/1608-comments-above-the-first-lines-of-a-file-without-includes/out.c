/* What is said of the file. */
// Nobody has rights to it.

#include "rcl_config.h"

// A counter, of which each thread has its part.
/*
 * The parts are added up now and then.
 */
struct counter {
    rcl_mutex_t lock;
    int parts, sum;
};

static struct counter counter = { RCL_MUTEX_INITIALIZER(counter_lock), 0, 0 };

struct add_cs {         /* c->lock, in.c:17-20 */
    struct counter *c;  /* in */
    int n;              /* in */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    struct counter *c = cs->c;
    int n = cs->n;

    c->parts++;
    c->sum += n;
    return 0;
}

static int add(struct counter *c, int n)
{
    struct add_cs cs = { .c = c, .n = n };
    rcl_exec_anon(&c->lock, add_cs, &cs, sizeof(cs));
    return n;
}

int main(void)
{
    add(&counter, 3);
    printf("%d\n", add(&counter, 4) + counter.sum);
    return 0;
}
