#include <pthread.h>
#include <stdio.h>
#ifdef WIDE
#define number long
#define NAME *v
#else
#define number int
#define NAME v
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static long given(number n, const number *from)
{
    pthread_mutex_lock(&lock);
    sum += n;
    n += *from;
    pthread_mutex_unlock(&lock);
    return n;
}
static long old(n, m)
    number m;
    number n;
{
    pthread_mutex_lock(&lock);
    sum += n + m;
    pthread_mutex_unlock(&lock);
    return n;
}
static long list(number few[2])
{
    pthread_mutex_lock(&lock);
    sum += few[1];
    pthread_mutex_unlock(&lock);
    return few[0];
}
static long named(number NAME)
{
    pthread_mutex_lock(&lock);
    sum += v != 0;
    pthread_mutex_unlock(&lock);
    return 1;
}
static long again(int n)
{
#undef number
#ifdef WIDE
#define number char
#else
#define number short
#endif
    number few = n;
    pthread_mutex_lock(&lock);
    sum += few * 2;
    pthread_mutex_unlock(&lock);
    return few;
#undef number
#ifdef WIDE
#define number long
#else
#define number int
#endif
}
int main(void)
{
    number few[2] = { 1, 2 };
    for (int n = 0; n < 6; n++)
        printf("%ld %ld %ld %ld %ld ", given(n, few), old(n, n), list(few), named(0), again(n * 1000));
    printf("%ld\n", sum);
    return 0;
}
