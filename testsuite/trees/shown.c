#include "lock.h"
%s
{
    pthread_mutex_lock(&lock->mutex);
    lock->depth++;
}
%s
{
    lock->depth--;
    pthread_mutex_unlock(&lock->mutex);
}
