/* A macro with the name of a lock function, which does more: its uses stay, and the call in its body is the runtime's. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static int taken, tries;

#define pthread_mutex_lock(mutex) do { taken++; rcl_lock(mutex); } while (0)
#define pthread_mutex_lock_ahead(mutex) do { taken++; } while (0)
#define pthread_mutex_trylock(mutex) (tries++, rcl_trylock(mutex))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {  /* lock, in.c:15-18 */
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
    pthread_mutex_lock_ahead(&lock);
    rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

static int try_to_add(int n)
{
    int busy = 1;

    if (pthread_mutex_trylock(&lock) == 0) {
        total += n;
        busy = 0;
        rcl_unlock(&lock);
    }
    return busy;
}

static int add_if(int n, int threaded)
{
    if (threaded)
        pthread_mutex_lock(&lock);
    else
        total++;
    total += n;
    if (threaded)
        rcl_unlock(&lock);
    return n;
}

int main(void)
{
    printf("%d\n", add(1));
    printf("%d\n", try_to_add(2));
    printf("%d\n", add_if(3, 1) + add_if(4, 0));
    printf("%d %d %d\n", total, taken, tries);
    return 0;
}
