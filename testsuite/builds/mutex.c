#include <stdlib.h>
#include "mutex.h"
#if DEBUG
int mx_init(mx_t *m, const pthread_mutexattr_t *a)
{
    *m = malloc(sizeof(pthread_mutex_t));
    return pthread_mutex_init(*m, a);
}
#else
int nothing;
#endif
