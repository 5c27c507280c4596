#include <pthread.h>
#include <stdio.h>
#ifdef IMPATIENT
#define LOCK pthread_mutex_trylock
#else
#define LOCK pthread_mutex_lock
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int add(int n)
{
    if (LOCK(&lock) != 0)
        return -1;
    sum += n;
    pthread_mutex_unlock(&lock);
    return sum;
}
int main(void)
{
    int got = add(1);

    printf("%d %d\n", got, sum);
    return 0;
}
