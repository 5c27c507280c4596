#include <pthread.h>

struct stats {
    pthread_mutex_t lock;
    long gets, sets;
    int other;
};

extern struct stats stats;

/* One more of something. */
#define COUNT(s, what, n) do { \
    pthread_mutex_lock(&(s)->lock); \
    (s)->what += (n); \
    pthread_mutex_unlock(&(s)->lock); \
} while (0)

void set(int n);
