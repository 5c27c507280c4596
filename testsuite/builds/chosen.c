#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total = 5;
static int counted(int n)
{
#if SIZE > 1 /* large */
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
#elif defined(SMALL) && \
    SMALL
    pthread_mutex_lock(&lock);
    total -= n;
    pthread_mutex_unlock(&lock);
#else
    n *= 2;
    pthread_mutex_lock(&lock);
    total *= n;
    pthread_mutex_unlock(&lock);
#endif
    return n;
}
int main(void)
{
    printf("%d\n", counted(3));
    printf("%d\n", total);
    return 0;
}
