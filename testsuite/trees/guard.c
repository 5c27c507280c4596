#include "guard.h"
#ifdef COUNTED
extern int given;
#define NOTE (given++)
#else
#define NOTE
#endif
struct queue *queue_lock(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    return q;
}
void queue_unlockp(struct queue **q)
{
    if (*q)
        pthread_mutex_unlock(&(*q)->lock);
    NOTE;
}
