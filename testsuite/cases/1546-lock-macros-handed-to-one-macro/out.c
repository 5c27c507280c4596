/* Two lock macros are arguments of one macro, which takes what it gets in a statement each. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCK(mutex) rcl_lock(mutex)
#define LOCK_TOO(mutex) rcl_lock(mutex)
#define UNLOCK(mutex) rcl_unlock(mutex)
#define UNLOCK_TOO(mutex) rcl_unlock(mutex)
#define ALL(one, two, three, four) do { one; two; three; four; } while (0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {  /* mutex, in.c:19-22 */
    int n;       /* in-out */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    int n = cs->n;

    total += n;
    n = total;
    cs->n = n;
    return 0;
}

static int add(int n)
{
    void *mutex = &lock;

    ALL(LOCK(mutex), UNLOCK(mutex), LOCK_TOO(mutex), UNLOCK_TOO(mutex));
    struct add_cs cs = { .n = n };
    rcl_exec_anon(mutex, add_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

int main(void)
{
    printf("%d\n", add(1));
    printf("%d\n", add(2));
    return 0;
}
