#include <pthread.h>
#include "rcl_config.h"
#include <stdatomic.h>
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_mutex_t two[2] = { RCL_MUTEX_INITIALIZER(two), RCL_MUTEX_INITIALIZER(two) };
static int n, waiters, ready = 1;
static atomic_int taken, next;

#define COUNT(x) __atomic_fetch_add(&(x), 1, __ATOMIC_SEQ_CST)

static void lock_ahead(void)
{
    COUNT(waiters);
}

static void lock_too_ahead(void)
{
    atomic_fetch_add(&taken, 1);
}

static void lock_waiting_ahead(void)
{
    while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        ;
}

struct counted_m_1_cs {  /* m, in.c:45-47 */
    int i;               /* in */
};

static int counted_m_1_cs(void *ctx)
{
    struct counted_m_1_cs *cs = ctx;
    int i = cs->i;

    n += i;
    return 0;
}

struct counted_m_2_cs {  /* m, in.c:48-50 */
    int i;               /* in */
};

static int counted_m_2_cs(void *ctx)
{
    struct counted_m_2_cs *cs = ctx;
    int i = cs->i;

    n += i;
    return 0;
}

struct counted_m_3_cs {  /* m, in.c:51-53 */
    int i;               /* in */
};

static int counted_m_3_cs(void *ctx)
{
    struct counted_m_3_cs *cs = ctx;
    int i = cs->i;

    n += i;
    return 0;
}

struct counted_m_4_cs {  /* m, in.c:54-56 */
    int i;               /* in */
};

static int counted_m_4_cs(void *ctx)
{
    struct counted_m_4_cs *cs = ctx;
    int i = cs->i;

    n += i;
    return 0;
}

static int counted(int i)
{
    struct counted_m_1_cs cs = { .i = i };
    lock_ahead();
    rcl_exec_anon(&m, counted_m_1_cs, &cs, sizeof(cs));
    struct counted_m_2_cs m_2_cs = { .i = i };
    lock_too_ahead();
    rcl_exec_anon(&m, counted_m_2_cs, &m_2_cs, sizeof(m_2_cs));
    struct counted_m_3_cs m_3_cs = { .i = i };
    lock_waiting_ahead();
    rcl_exec_anon(&m, counted_m_3_cs, &m_3_cs, sizeof(m_3_cs));
    struct counted_m_4_cs m_4_cs = { .i = i };
    rcl_exec_anon(&m, counted_m_4_cs, &m_4_cs, sizeof(m_4_cs));
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
