#include <pthread.h>
#include <stdio.h>
#include "noting.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, noted;
static void note_lock(pthread_mutex_t *m, long by)
{
    pthread_mutex_lock(m);
    noted += by;
}
static int note_unlock(pthread_mutex_t *m)
{
    return pthread_mutex_unlock(m);
}
static void straight(long n)
{
    note_lock(&lock, n);
    total += n;
    note_unlock(&lock);
}
static void by_macro(long n)
{
    NOTE_LOCK(&lock);
    total -= n;
    NOTE_UNLOCK(&lock);
}
int main(void)
{
    straight(3);
    by_macro(4);
    twice(0);
    twice(1);
    printf("%ld %ld\n", total, noted);
    return 0;
}
