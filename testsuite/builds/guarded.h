#ifndef G_H
#define G_H
#include <pthread.h>
struct queue {
    pthread_mutex_t lock;
    int n;
};

static inline struct queue *queue_lock(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    return q;
}

static inline void queue_unlockp(struct queue **q)
{
    if (*q)
        pthread_mutex_unlock(&(*q)->lock);
}
#ifdef THREADS
#define QUEUE_GUARD(q) \
    struct queue *guard_ __attribute__((unused, cleanup(queue_unlockp))) = queue_lock(q)
#define WITH_QUEUE(q) \
    for (struct queue *guard_ __attribute__((unused, cleanup(queue_unlockp))) = queue_lock(q), \
         *once_ = NULL; !once_; once_ = (void *)1)
#else
#define QUEUE_GUARD(q) do { } while (0)
#define WITH_QUEUE(q) for (int once_ = 0; !once_; once_ = 1)
#endif

static inline int queue_add(struct queue *q, int by)
{
    QUEUE_GUARD(q);
    if (by < 0)
        return -1;
    q->n += by;
    return q->n;
}
int more(struct queue *q);
#endif
