#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, waiters = 5;

static void lock(void)
{
    static int calls;
    if (++calls == 3)
        n += 100;
    pthread_mutex_lock(&m);
}

static int lock_again(pthread_mutex_t *p)
{
    static pthread_mutex_t *last;
    pthread_mutex_lock(p);
    int same = last == p;
    last = p;
    return same;
}

static void lock_in_assembler(void)
{
    asm volatile("incl %0" : "+m"(waiters));
    pthread_mutex_lock(&m);
    asm volatile("incl %0" : "+m"(waiters));
}

static void unlock(void)
{
    pthread_mutex_unlock(&m);
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
