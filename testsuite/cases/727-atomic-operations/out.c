#include <pthread.h>
#include "rcl_config.h"
#include <stdatomic.h>
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_mutex_t two[2] = { RCL_MUTEX_INITIALIZER(two), RCL_MUTEX_INITIALIZER(two) };
static int n, waiters, ready = 1;
static atomic_int taken, next;

#define COUNT(x) __atomic_fetch_add(&(x), 1, __ATOMIC_SEQ_CST)

static void lock(void)
{
    COUNT(waiters);
    rcl_lock(&m);
}

static void lock_too(void)
{
    atomic_fetch_add(&taken, 1);
    rcl_lock(&m);
}

static void lock_waiting(void)
{
    while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        ;
    rcl_lock(&m);
}

static void unlock(void)
{
    rcl_unlock(&m);
}

struct counted_cs {  /* m, in.c:54-56 */
    int i;           /* in */
};

static int counted_cs(void *ctx)
{
    struct counted_cs *cs = ctx;
    int i = cs->i;

    n += i;
    return 0;
}

static int counted(int i)
{
    lock();
    n += i;
    unlock();
    lock_too();
    n += i;
    unlock();
    lock_waiting();
    n += i;
    unlock();
    struct counted_cs cs = { .i = i };
    rcl_exec_anon(&m, counted_cs, &cs, sizeof(cs));
    return n;
}

struct numbered_cs {  /* two[0], in.c:62-63 */
    int i;            /* in */
};

static int numbered_cs(void *ctx)
{
    struct numbered_cs *cs = ctx;
    int i = cs->i;

    n += i;
    return RCL_KEEP;
}

static int numbered(int i)
{
    struct numbered_cs cs = { .i = i };
    rcl_exec_anon(&two[0], numbered_cs, &cs, sizeof(cs));
    rcl_unlock(&two[atomic_fetch_add(&next, 1)]);
    return n;
}

struct own_cs {  /* m, in.c:71-74 */
    int *k;      /* by reference */
    int *p;      /* in-out */
};

static int own_cs(void *ctx)
{
    struct own_cs *cs = ctx;
    int *k = cs->k;
    int *p = cs->p;

    n += __atomic_add_fetch(k, 4, __ATOMIC_SEQ_CST);
    *k = *(p ?: (p = &n)) + COUNT(*k);
    cs->p = p;
    return 0;
}

static int own(int i)
{
    int k = i, *p = NULL;
    struct own_cs cs = { .k = &k, .p = p };
    rcl_exec_anon(&m, own_cs, &cs, sizeof(cs));
    p = cs.p;
    return k + (p == &n);
}

int main(void)
{
    printf("%d ", counted(1));
    printf("%d ", numbered(2));
    printf("%d\n", own(3));
    printf("%d %d %d\n", waiters, taken, next);
    return !ready;
}
