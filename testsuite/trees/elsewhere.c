#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *active = &lock;
static int sum;
void set_lock(void *other)
{
    active = other != NULL ? other : &lock;
}
int add(int n)
{
    pthread_mutex_lock(active);
    sum += n;
    n = sum;
    pthread_mutex_unlock(active);
    return n;
}
