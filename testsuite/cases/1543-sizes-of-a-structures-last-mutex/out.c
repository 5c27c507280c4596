/* Memory for a structure up to the end of its mutex: the size of that is the runtime's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct counter {
    int total;
    rcl_mutex_t lock;
};

static struct counter *new_counter(void)
{
    struct counter *made = malloc(offsetof(struct counter, lock) + sizeof(rcl_mutex_t));
    struct counter *other;

    other = malloc(offsetof(struct counter, lock) + sizeof(rcl_mutex_t));
    other->total = 1;
    made->total = other->total;
    free(other);
    rcl_mutex_init(&made->lock, NULL, counter_lock);
    return made;
}

struct add_cs {               /* counter->lock, in.c:27-30 */
    struct counter *counter;  /* in */
    int n;                    /* in-out */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    struct counter *counter = cs->counter;
    int n = cs->n;

    counter->total += n;
    n = counter->total;
    cs->n = n;
    return 0;
}

static int add(struct counter *counter, int n)
{
    struct add_cs cs = { .counter = counter, .n = n };
    rcl_exec_anon(&counter->lock, add_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

int main(void)
{
    struct counter *counter = new_counter();
    printf("%d\n", add(counter, 1));
    printf("%d\n", add(counter, 2));
    free(counter);
    return 0;
}
