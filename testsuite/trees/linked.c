#include "linked.h"
#ifdef REAL
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define NAME real
#else
#define NAME linked
#endif
static int sum;
int NAME(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    n = sum;
    pthread_mutex_unlock(&lock);
    return n;
}
