#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int n, waiters, ready = 1;
static atomic_int taken, next;

#define COUNT(x) __atomic_fetch_add(&(x), 1, __ATOMIC_SEQ_CST)

static void lock(void)
{
    COUNT(waiters);
    pthread_mutex_lock(&m);
}

static void lock_too(void)
{
    atomic_fetch_add(&taken, 1);
    pthread_mutex_lock(&m);
}

static void lock_waiting(void)
{
    while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        ;
    pthread_mutex_lock(&m);
}

static void lock_ready(void)
{
    if (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
        __builtin_trap();
    pthread_mutex_lock(&m);
}

static void unlock(void)
{
    pthread_mutex_unlock(&m);
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
    lock_ready();
    n += i;
    unlock();
    return n;
}

static int numbered(int i)
{
    pthread_mutex_lock(&two[0]);
    n += i;
    pthread_mutex_unlock(&two[atomic_fetch_add(&next, 1)]);
    return n;
}

static int own(int i)
{
    int k = i, *p = NULL;
    pthread_mutex_lock(&m);
    n += __atomic_add_fetch(&k, 4, __ATOMIC_SEQ_CST);
    k = *(p ?: (p = &n)) + COUNT(k);
    pthread_mutex_unlock(&m);
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
