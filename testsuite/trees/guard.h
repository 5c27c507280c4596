#include <pthread.h>
#define _cleanup_(f) __attribute__((cleanup(f)))
struct queue {
    pthread_mutex_t lock;
    int n;
};
struct queue *queue_lock(struct queue *q);
void queue_unlockp(struct queue **q);
#define QUEUE_GUARD(q) _cleanup_(queue_unlockp) struct queue *guard_ = queue_lock(q)
