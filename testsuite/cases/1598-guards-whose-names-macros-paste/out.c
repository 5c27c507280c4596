#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define SLOTS 4

static struct slot { rcl_mutex_t lock; int total; } slots[SLOTS] = {
    [0 ... SLOTS - 1] = { RCL_MUTEX_INITIALIZER(slot_lock), 0 },
};

#define SLOT(n) (&slots[(n) % SLOTS])
#define LOCK_OF(n) (&SLOT(n)->lock)

#define GUARD_AS(name, m) rcl_mutex_t *name __attribute__((cleanup(unlock_it), unused)) = lock_it(m)
#define GUARD_PASTED(m, line) GUARD_AS(guard_##line, m)
#define GUARD_IN(m, line) GUARD_PASTED(m, line)
#define GUARD(m) GUARD_IN(m, __LINE__)

struct add_cs {  /* slots[(n) % 4].lock, in.c:33-37 */
    int n;       /* in */
    int by;      /* in */
    int result;  /* out */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    int n = cs->n;
    int by = cs->by;

    if (by < 0)
        return 1;
    SLOT(n)->total += by;
    cs->result = SLOT(n)->total;
    return 2;
}

/* The mutex is a macro's; its name is not pasted. */
static int add(int n, int by)
{
    struct add_cs cs = { .n = n, .by = by };
    int way = rcl_exec_anon(LOCK_OF(n), add_cs, &cs, sizeof(cs));

    if (way == 1)
        return -1;
    return cs.result;
}

struct both_slots_1_cs {  /* slots[(n) % 4].lock, in.c:45-47 */
    int n;                /* in */
    int sum;              /* in-out */
};

static int both_slots_1_cs(void *ctx)
{
    struct both_slots_1_cs *cs = ctx;
    int n = cs->n;
    int sum = cs->sum;

    sum += SLOT(n)->total;
    cs->sum = sum;
    return 0;
}

struct both_slots_2_cs {  /* slots[(n + 1) % 4].lock, in.c:49-51 */
    int n;                /* in */
    int sum;              /* in-out */
};

static int both_slots_2_cs(void *ctx)
{
    struct both_slots_2_cs *cs = ctx;
    int n = cs->n;
    int sum = cs->sum;

    sum += SLOT(n + 1)->total;
    cs->sum = sum;
    return 0;
}

static int both(int n)
{
    int sum = 0;

    {
        struct both_slots_1_cs cs = { .n = n, .sum = sum };
        rcl_exec_anon(LOCK_OF(n), both_slots_1_cs, &cs, sizeof(cs));
        sum = cs.sum;
    }
    {
        struct both_slots_2_cs cs = { .n = n, .sum = sum };
        rcl_exec_anon(LOCK_OF(n + 1), both_slots_2_cs, &cs, sizeof(cs));
        sum = cs.sum;
    }
    return sum;
}

int main(void)
{
    printf("%d %d %d\n", add(1, 2), add(2, 3), add(3, -1));
    printf("%d\n", both(1));
    return 0;
}
