#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
#define GIVE(m) give(m)
#define GIVE_BACK(m) GIVE(m)
static void give(pthread_mutex_t *m)
{
    pthread_mutex_unlock(m);
}
static void by_macro(long n)
{
    pthread_mutex_lock(&lock);
    total += n;
    GIVE_BACK(&lock);
}
static void other(long n)
{
    pthread_mutex_lock(&lock);
    total -= n;
    pthread_mutex_unlock(&lock);
}
static void in_one_build(int n)
{
#if FEATURE
    if (n)
        pthread_mutex_lock(&lock);
    else
        pthread_mutex_lock(&lock);
#endif
    total += n;
#if FEATURE
    give(&lock);
#endif
}
int main(void)
{
    by_macro(3);
    other(1);
    in_one_build(0);
    printf("%ld\n", total);
    return 0;
}
