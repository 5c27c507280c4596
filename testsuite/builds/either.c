#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;
#ifdef TRACE
#define SEEN(n) seen = (n)
#else
#define SEEN(n)
#endif
static int hit(int n)
{
    int seen = 3, last = 4;
    pthread_mutex_lock(&lock);
    hits += n;
    SEEN(hits);
#ifdef TRACE
    last = hits;
#endif
    pthread_mutex_unlock(&lock);
#ifndef TRACE
    pthread_mutex_lock(&lock);
    hits += last & 1;
    pthread_mutex_unlock(&lock);
#  if defined(__GNUC__)
    pthread_mutex_lock(&lock);
    hits++;
    pthread_mutex_unlock(&lock);
#  endif
#else
    pthread_mutex_lock(&lock);
    hits += last & 2;
    pthread_mutex_unlock(&lock);
#endif
    return seen * 10 + last;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += hit(i);
    printf("%d %d\n", sum, hits);
    return 0;
}
