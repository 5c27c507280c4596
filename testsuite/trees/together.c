#include <pthread.h>
#include <stdio.h>
void elsewhere(pthread_mutex_t *lock) __attribute__((weak));
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t given = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int n;
#define ADDS(name, lock) \
static int name(int by) { pthread_mutex_lock(&lock); n += by; by = n; pthread_mutex_unlock(&lock); return by; }
ADDS(add, kept)
ADDS(add_more, given)
static int of_two(int which)
{
    pthread_mutex_lock(which ? &left : &right);
    n += which;
    which = n;
    pthread_mutex_unlock(which ? &left : &right);
    return which;
}
static int alone(void)
{
    int now;
    pthread_mutex_lock(&other);
    now = ++n;
    pthread_mutex_unlock(&other);
    if (elsewhere)
        elsewhere(&given);
    return now;
}
int main(void)
{
    printf("%d %d %d %d\n", add(1), add_more(2), of_two(3), alone());
    return 0;
}
