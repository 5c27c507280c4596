#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n, waiters = 5;

static void lock(void)
{
    static int calls;
    if (++calls == 3)
        n += 100;
    rcl_lock(&m);
}

struct lock_again_cs {   /* p, in.c:18-21 */
    rcl_mutex_t *p;      /* in */
    rcl_mutex_t **last;  /* by reference */
    int same;            /* out */
};

static int lock_again_cs(void *ctx)
{
    struct lock_again_cs *cs = ctx;
    rcl_mutex_t *p = cs->p;
    rcl_mutex_t **last = cs->last;
    int same = *last == p;
    *last = p;
    cs->same = same;
    return RCL_KEEP | 1;
}

static int lock_again(rcl_mutex_t *p)
{
    static rcl_mutex_t *last;
    struct lock_again_cs cs = { .p = p, .last = &last };
    rcl_exec_anon(p, lock_again_cs, &cs, sizeof(cs));
    int same = cs.same;
    return same;
}

static void lock_in_assembler(void)
{
    asm volatile("incl %0" : "+m"(waiters));
    rcl_lock(&m);
    asm volatile("incl %0" : "+m"(waiters));
}

static void unlock(void)
{
    rcl_unlock(&m);
}

static int count(int i)
{
    lock();
    n += i;
    unlock();
    return n;
}

static int waiting(int i)
{
    lock_in_assembler();
    n += i;
    unlock();
    return waiters;
}

static int again(int i)
{
    lock_again(&m);
    n += i;
    unlock();
    int same = lock_again(&m);
    n += same;
    unlock();
    return same;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%d ", count(i));
    int same = again(1);
    printf("%d %d %d\n", same, n, waiting(2));
    return 0;
}
