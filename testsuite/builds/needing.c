#include <errno.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef MORE
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
#endif
static int sum, given;
static volatile int ready = 1;
static __thread int own;
#define SPIN(n) do { pthread_mutex_lock(&lock); while (!ready) ; sum += (n); pthread_mutex_unlock(&lock); } while (0)
static int calls(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    sum += pthread_equal(pthread_self(), pthread_self()) != 0;
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
static int names(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    own++;
#endif
    pthread_mutex_unlock(&lock);
    return own;
}
static int awaits(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    while (!ready)
        ;
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
#ifdef MORE
static void lend(void)
{
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
}
#endif
static int lends(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    lend();
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
static int holds(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    pthread_rwlock_rdlock(&table);
#endif
    pthread_mutex_unlock(&lock);
#ifdef MORE
    pthread_rwlock_unlock(&table);
#endif
    return n;
}
static void give(void)
{
    given++;
    pthread_mutex_unlock(&lock);
}
static int notes(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    if (n == 2) {
        give();
        return 0;
    }
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
static int gives(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    give();
    return n;
}
int main(void)
{
    SPIN(2);
    for (int n = 0; n < 4; n++) {
        printf("%d %d %d %d ", calls(n), names(n), awaits(n), lends(n));
        printf("%d %d %d %d %d\n", holds(n), notes(n), gives(n), sum, given);
    }
    return ready - 1;
}
