#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define table main_table

static rcl_mutex_t small_locks[2] = { RCL_MUTEX_INITIALIZER(small_locks), RCL_MUTEX_INITIALIZER(small_locks) };
static rcl_mutex_t main_table_locks[2] = { RCL_MUTEX_INITIALIZER(main_table_locks), RCL_MUTEX_INITIALIZER(main_table_locks) };
static int totals[2];

#define LOCK(what, at) rcl_lock(&what##_locks[at])
#define UNLOCK(what, at) rcl_unlock(&what##_locks[at])
#define LOCK_BY(what, at) LOCK(what, at)
#define UNLOCK_BY(what, at) UNLOCK(what, at)
#define FIRST 0
#define SECOND 1

struct add_cs {  /* small_locks[FIRST], in.c:20-22 */
    int by;      /* in */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    int by = cs->by;

    totals[FIRST] += by;
    return 0;
}

/* What is pasted is no macro. */
static int add(int by)
{
    struct add_cs cs = { .by = by };
    rcl_exec_anon(&small_locks[FIRST], add_cs, &cs, sizeof(cs));
    return by;
}

/* It is one, and what it comes to, for another macro hands it on. */
static int add_by(int by)
{
    LOCK_BY(table, SECOND);
    totals[SECOND] += by;
    UNLOCK_BY(table, SECOND);
    return by;
}

int main(void)
{
    printf("%d %d\n", add(1), add_by(2));
    printf("%d %d\n", totals[0], totals[1]);
    return 0;
}
