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
#if DEBUG < 1
#define cv_t pthread_cond_t
#define cv_init(c, a) pthread_cond_init((c), (a))
#define cv_wait(c, m) pthread_cond_wait((c), (m))
#define cv_signal(c) pthread_cond_signal((c))
#define MX_LOCK(m) mx_lock(m)
#else
#define cv_t pthread_cond_t *
int cv_init(cv_t *c, const pthread_condattr_t *a);
#define cv_wait(c, m) pthread_cond_wait(*(c), *(m))
#define cv_signal(c) pthread_cond_signal(*(c))
#define MX_LOCK(m) { if (DEBUG > 3) { mx_lock(m); cv_noted(#m); } else { mx_lock(m); } }
int cv_noted(const char *name);
#endif
