/* Checks of lock calls that do nothing if these succeed, and report in their else, which may go on. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define CHECK(exp) if ((exp)) ; else failed(#exp, __FILE__, __LINE__)
#define xlock(m) do { \
    int lock_result = rcl_lock(m); \
    CHECK (lock_result == 0); \
} while (0)
#define xunlock(m) do { \
    int unlock_result = rcl_unlock(m); \
    CHECK (unlock_result == 0); \
} while (0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {  /* lock, in.c:25-28 */
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
    struct add_cs cs = { .n = n };
    rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

struct set_cs {  /* lock, in.c:36-42 */
    int n;       /* in */
    int before;  /* out */
};

static int set_cs(void *ctx)
{
    struct set_cs *cs = ctx;
    int n = cs->n;
    int before;

    before = total;
    total = n;
    cs->before = before;
    return 0;
}

static int set(int n)
{
    int before;

    struct set_cs cs = { .n = n };
    rcl_exec_anon(&lock, set_cs, &cs, sizeof(cs));
    before = cs.before;
    return before;
}

static int take(int n)
{
    if (rcl_lock(&lock) == 0)
        ;
    else
        return -1;
    total -= n;
    n = total;
    rcl_unlock(&lock);
    return n;
}

/* Whether it has been had matters here. */
static int try(int n)
{
    if (rcl_trylock(&lock) == 0)
        ;
    else
        n = 0;
    total += n;
    if (n)
        rcl_unlock(&lock);
    return n;
}

int main(void)
{
    printf("%d", add(2));
    printf(" %d", set(7));
    printf(" %d", take(3));
    printf(" %d %d\n", try(1), total);
    return 0;
}
