#include <pthread.h>
#if DEBUG < 1
#define mx_t pthread_mutex_t
#define mx_init(m, a) pthread_mutex_init((m), (a))
#define mx_lock(m) pthread_mutex_lock((m))
#define mx_unlock(m) pthread_mutex_unlock((m))
#else
#define mx_t pthread_mutex_t *
int mx_init(mx_t *m, const pthread_mutexattr_t *a);
#define mx_lock(m)   pthread_mutex_lock(*(m))  /* so that one
                                                  that is not initialised is found */
#define mx_unlock(m) pthread_mutex_unlock(*(m))
#endif
