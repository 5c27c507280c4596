#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

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
    printf("%d %d\n", same, n);
    return 0;
}
