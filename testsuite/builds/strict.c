#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;
static int add(int n)
{
    int now;
    calls++;
    pthread_mutex_lock(&lock);
    total += n;
    now = total;
    pthread_mutex_unlock(&lock);
    return now;
}
static void more(void)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
}
int main(void)
{
    more();
    printf("%d %d\n", add(3), calls);
    return 0;
}
