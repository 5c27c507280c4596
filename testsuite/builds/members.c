#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;
static int count(int n)
{
    int high = n;
    pthread_mutex_lock(&lock);
#ifdef TRACK
    high++;
#endif
#ifdef WIDE
    struct { long high, low; } pair = { n, 1 };
#else
    struct { int low; } pair = { n };
#endif
    hits += (int)pair.low;
    pthread_mutex_unlock(&lock);
    return high;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += count(i);
    printf("%d %d\n", hits, sum);
    return 0;
}
