#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int nested(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    sum++;
#ifdef TRACE
    if (sum > 100) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
#endif
    sum *= 2;
    pthread_mutex_unlock(&lock);
    return n;
}
static int chosen(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    sum += 3;
#elif defined(NARROW)
    sum -= 3;
#else
    if (sum < 0)
        return -1;
#endif
    sum++;
    pthread_mutex_unlock(&lock);
    return n;
}
static int between(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    if (n == 3) {
        pthread_mutex_unlock(&lock);
        return 5;
    }
#elif defined(TRACE)
    sum += 9;
#else
    if (n == 4) {
        pthread_mutex_unlock(&lock);
        return 6;
    }
#endif
    sum++;
    pthread_mutex_unlock(&lock);
    return n;
}
static int in_a_way_out(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    if (n == 4) {
        pthread_mutex_unlock(&lock);
#ifdef WIDE
        sum++;
#ifdef TRACE
        return sum;
#endif
#endif
        return 6;
    }
    sum++;
    pthread_mutex_unlock(&lock);
    return n;
}
static int to_a_label(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    sum++;
#ifdef TRACE
    if (sum > 100)
        goto less;
#endif
#endif
    if (n == 7)
        goto less;
    sum *= 2;
less:
    sum--;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    for (int n = 0; n < 6; n++)
        printf("%d %d %d %d %d ", nested(n), chosen(n), between(n), in_a_way_out(n), to_a_label(n));
    printf("%d\n", sum);
    return 0;
}
