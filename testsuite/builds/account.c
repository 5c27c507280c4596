#include <pthread.h>
#include "fatal.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum = 10;
int draw(int from)
{
    pthread_mutex_lock(&lock);
    if (from > sum) {
        fatal("overdrawn");
        pthread_mutex_unlock(&lock);
        fatal("not drawn");
        return -1;
    }
    sum -= from;
    pthread_mutex_unlock(&lock);
    return from;
}
