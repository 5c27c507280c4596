#ifndef NO_THREADS_H
#define NO_THREADS_H

#  define pthread_mutex_init(A, B)
#  define pthread_mutex_destroy(A)
#  define pthread_mutex_lock(A)
#  define pthread_mutex_unlock(A) ((void)0)

#endif
