#include <pthread.h>
#include <stdio.h>
#if WIDTH == 8
#define NAME(x) x##_8bit
#define sum_t int
#else
#define NAME(x) x##_16bit
#define sum_t long
#endif
#define LOG(text) printf("%s " text "\n", __func__)
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sum_t total;
static sum_t NAME(add)(sum_t n)
{
    sum_t sum;

    pthread_mutex_lock(&lock);
    total += n;
    if (n > 3) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    sum = total;
    pthread_mutex_unlock(&lock);
    return sum;
}
static sum_t NAME(count)(sum_t n)
{
    static pthread_mutex_t calls = PTHREAD_MUTEX_INITIALIZER;
    sum_t sum;

    pthread_mutex_lock(&calls);
    total += n;
    sum = total;
    printf("%s\n", __func__);
    pthread_mutex_unlock(&calls);
    return sum;
}
static void NAME(told)(sum_t n)
{
    pthread_mutex_lock(&lock);
    total += n;
    LOG("told");
    pthread_mutex_unlock(&lock);
}
int main(void)
{
    printf("%d", (int)NAME(count)(NAME(add)(2)));
    NAME(told)(3);
    printf("%d\n", (int)total);
    return 0;
}
