#include "guarded.h"

int more(struct queue *q)
{
    int n = queue_add(q, 1);

    WITH_QUEUE (q) {
        if (q->n > 5)
            return n + q->n;
#ifndef TWO
        q->n += 2;
#else
        q->n += 3;
#endif
    }
    return n;
}
