#include <pthread.h>
#include <stdio.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int sum;
#ifdef ONE
#define LOCK pthread_mutex_lock(&a)
#define UNLOCK pthread_mutex_unlock(&a)
#define TRY(m) pthread_mutex_trylock(m)
#define TAKE(m) pthread_mutex_lock(m)
#define GIVE(m) pthread_mutex_unlock(m)
#define KEEP(m) pthread_mutex_lock(m)
#else
#define LOCK pthread_mutex_lock(&b)
#define UNLOCK pthread_mutex_unlock(&b)
#define TRY(m) pthread_mutex_trylock((m) + 0)
#define TAKE(m) pthread_mutex_lock((m) + 0)
#define GIVE(m) pthread_mutex_unlock((m) + 0)
#define KEEP(m) pthread_mutex_lock(sizeof(#m) ? (m) : NULL)
#endif
static int one(int n)
{
    LOCK;
    sum += n;
    UNLOCK;
    return n;
}
static int two(int n)
{
    if (TRY(&a) == 0) {
        sum += n;
        GIVE(&a);
    }
    return n;
}
static int three(int n)
{
    TAKE(&a);
    sum += n;
    GIVE(&a);
    return n;
}
static int four(int n)
{
    KEEP(&a);
    sum += n;
    pthread_mutex_unlock(&a);
    return n;
}
int main(void)
{
    for (int n = 0; n < 4; n++)
        printf("%d %d %d %d %d\n", one(n), two(n), three(n), four(n), sum);
    return 0;
}
