#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* A header's code that C++ includes as well is compiled with -Wc++-compat. */
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static unsigned used;

struct add_cs {       /* lock, in.c:10-18 */
    unsigned by;      /* in */
    unsigned before;  /* out */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = (struct add_cs *)ctx;
    unsigned const by = cs->by;

    {   unsigned const before = used;
        used = before + by;
        if (before > 3) {
            cs->before = before;
            return 1;
        }
        cs->before = before;
        return 2;
    }
}

static unsigned add(unsigned const by)
{
    struct add_cs cs = { .by = by };
    int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));

    if (way == 1) {
        unsigned before = cs.before;
        return before;
    }
    {
        unsigned before = cs.before;
        return used - before;
    }
}

int main(void)
{
    unsigned const first = add(2), second = add(3);
    printf("%u %u %u\n", first, second, add(1));
    return 0;
}
