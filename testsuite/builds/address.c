#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
void add(long *to, long n);
void add(long *to, long n) { *to += n; }
static long count(long n)
{
    long k = n;

    pthread_mutex_lock(&lock);
    total += n;
#ifdef ADDRESS
    add(&k, n);
#else
    total += (int)(unsigned long)k & 7;
    k++;
#endif
    total += 2;
    pthread_mutex_unlock(&lock);
    return k;
}
int main(void)
{
    long sum = 0;
    for (int i = 0; i < 9; i++)
        sum += count(i);
    printf("%ld %ld\n", sum, total);
    return 0;
}
