#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total;
#if CHECKED
#define COUNT(n, of) (total += (n) % (of))
#else
#define COUNT(n, of) (total += (n))
#endif
static void put(long *to) { *to += 2; }
static int counter(int n)
{
    int i;

    pthread_mutex_lock(&m);
#if CHECKED
    for (i = 0; i < n; i++)
        total += i;
#endif
    total += n;
    pthread_mutex_unlock(&m);
    for (i = 0; i < 3; i++)
        n += i;
    return n;
}
static int by_macro(int n, int of)
{
    pthread_mutex_lock(&m);
    COUNT(n, of);
    pthread_mutex_unlock(&m);
    return n;
}
static long by_reference(int n)
{
    long sum = n;

    put(&sum);
    pthread_mutex_lock(&m);
#if CHECKED
    put(&sum);
#endif
    total += n;
    pthread_mutex_unlock(&m);
    return sum;
}
static int named(int n)
{
    pthread_mutex_lock(&m);
#if CHECKED
    printf("%s\n", __func__);
#endif
    total += n;
    pthread_mutex_unlock(&m);
    return n;
}
static int left(int n, int most)
{
    pthread_mutex_lock(&m);
#if CHECKED
    if (total > most)
        total = most;
#endif
    if (n > 3) {
        total += n;
        pthread_mutex_unlock(&m);
        return 1;
    } else {
        pthread_mutex_unlock(&m);
        return 2;
    }
}
int main(void)
{
    printf("%d %d %ld %d", counter(2), by_macro(5, 4), by_reference(3), named(4));
    printf(" %d %d %ld\n", left(2, 9), left(4, 9), total);
    return 0;
}
