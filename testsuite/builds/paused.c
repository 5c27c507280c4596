#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total = 5;
static void twice(int *n) { *n *= 2; }
static int counted(int n)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 3; i++) {
#ifdef ADDRESS
        twice(&n);
#endif
        total += n;
        pthread_mutex_unlock(&lock);
        n += i;
        pthread_mutex_lock(&lock);
    }
    total *= n;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    int n = 1;
    twice(&n);
    n = counted(n);
    printf("%d %d\n", n, total);
    return 0;
}
