#include "made.h"
#include <pthread.h>
extern pthread_mutex_t shared;
void more(int *n)
{
    pthread_mutex_lock(&shared);
    ++*n;
    pthread_mutex_unlock(&shared);
}
