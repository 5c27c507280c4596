#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total = 5;
#ifdef SETS
#define SET(x, to) ((x) = (to))
#else
#define SET(x, to) ((void)(to))
#endif
static int counted(int n, int more)
{
    int i = n * 3;

    total += i;
    pthread_mutex_lock(&lock);
    i = 8;
    if (more) {
        pthread_mutex_unlock(&lock);
        SET(i, n);
        pthread_mutex_lock(&lock);
    }
    i -= 3;
    total += i;
    pthread_mutex_unlock(&lock);
    return n;
}
static int declared(int n, int more)
{
    pthread_mutex_lock(&lock);
    int i = 8;
    if (more) {
        pthread_mutex_unlock(&lock);
        SET(i, n);
        pthread_mutex_lock(&lock);
    }
    total += i;
    pthread_mutex_unlock(&lock);
    return n;
}
static int left(int n, int more)
{
    int i = n * 3;

    total += i;
    pthread_mutex_lock(&lock);
    i = 8;
    if (more < 0) {
        pthread_mutex_unlock(&lock);
        SET(i, n);
        return n - 1;
    }
    if (more) {
        pthread_mutex_unlock(&lock);
        total += n;
        pthread_mutex_lock(&lock);
    }
    i -= 3;
    total += i;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    int n = counted(6, 1) + counted(2, 0);
    n += declared(6, 1) + declared(2, 0);
    n += left(6, 1) + left(2, 0) + left(3, -1);
    printf("%d %d\n", n, total);
    return 0;
}
