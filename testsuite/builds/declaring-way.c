#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;
static int told(int n) { return n * 2; }
static int (*hook)(int) = told;
static int count(int n)
{
    pthread_mutex_lock(&lock);
    if (n < 0) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    hits += n;
#ifdef HOOKS
    if (hook) {
        int (*called)(int) = hook;
        pthread_mutex_unlock(&lock);
        return called(n);
    }
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    printf("%d %d", count(3), count(-1));
    printf(" %d %d\n", hits, hook(1));
    return 0;
}
