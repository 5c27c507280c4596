#include "doing.h"
int other(struct box *b, int k)
{
    NOTED_LOCK(b);
    while (k-- > 0) {
        if (b->n == 4) {
            NOTED_UNLOCK(b);
            return b->held;
        }
        b->n += b->held;
    }
    NOTED_UNLOCK(b);
    return in_header(b);
}
