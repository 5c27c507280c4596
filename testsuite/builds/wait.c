#include <stdlib.h>
#include "mutex.h"
#if DEBUG
int mx_init(mx_t *m, const pthread_mutexattr_t *a)
{
    *m = malloc(sizeof(pthread_mutex_t));
    return pthread_mutex_init(*m, a);
}
int cv_init(cv_t *c, const pthread_condattr_t *a)
{
    *c = malloc(sizeof(pthread_cond_t));
    return pthread_cond_init(*c, a);
}
int cv_noted(const char *name)
{
    return name != NULL;
}
#else
int nothing;
#endif
