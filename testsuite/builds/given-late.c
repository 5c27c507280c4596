#include "given.h"
int twice(struct box *b, int late)
{
    if (late)
        take(b);
    late = !late;
    if (!late)
        give(b);
    return b->n *= 2;
}
