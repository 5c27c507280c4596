#ifdef THREADS
#include <pthread.h>
#endif
struct table {
    int sort;
#ifdef THREADS
    pthread_mutex_t lock;
#endif
    long n;
};
struct dumped {
    struct table source;
    long at;
};
