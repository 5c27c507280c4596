#include <stdio.h>
#include "guarded.h"

static int get(struct queue *q)
{
    QUEUE_GUARD(q);
    return q->n;
}

int main(void)
{
    struct queue q = { .n = 3 };

    pthread_mutex_init(&q.lock, NULL);
    printf("%d %d\n", queue_add(&q, 2), queue_add(&q, -2));
    printf("%d %d\n", get(&q), more(&q));
    return 0;
}
