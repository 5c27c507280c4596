#include <pthread.h>
#include <stdio.h>
#define mutex_lock(x) pthread_mutex_lock(x)
#define mutex_unlock(x) pthread_mutex_unlock(x)
#define mask(n) ((1u << (n)) - 1)
static pthread_mutex_t locks[8] = { [0 ... 7] = PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int power = 3, n;
static void lock(unsigned int hash) { mutex_lock(&locks[hash & mask(power)]); }
static void unlock(unsigned int hash) { mutex_unlock(&locks[hash & mask(power)]); }
int main(void)
{
    lock(3);
    n++;
    unlock(3);
    mutex_lock(&other);
    n++;
    mutex_unlock(&other);
    printf("%d\n", n);
    return 0;
}
