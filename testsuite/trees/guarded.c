#include <stdio.h>
#include "guard.h"
int given;
static int add(struct queue *q, int n)
{
    QUEUE_GUARD(q);
    if (n < 0)
        return -1;
    q->n += n;
    return q->n + given;
}
static int early(struct queue *q)
{
    QUEUE_GUARD(q);
    q->n++;
    queue_unlockp(&guard_);
    guard_ = NULL;
    return given;
}
int main(void)
{
    struct queue q = { .n = 1 };

    pthread_mutex_init(&q.lock, NULL);
    printf("%d ", add(&q, 2));
    printf("%d ", add(&q, -2));
    printf("%d %d\n", early(&q), given);
    return 0;
}
