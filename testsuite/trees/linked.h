#include <pthread.h>
extern pthread_mutex_t lock;
static inline int both(int n)
{
    static int sum;
    pthread_mutex_lock(&lock);
    n = sum += n;
    pthread_mutex_unlock(&lock);
    return n;
}
