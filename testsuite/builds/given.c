#include <stdio.h>
#include "given.h"
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 3 };
static int more(struct box *b, int n)
{
    take(b);
    b->n += n;
    give(b);
    return n;
}
static int less(struct box *b, int n)
{
    take(b);
    b->n -= n;
    give(b);
    return n;
}
int main(void)
{
    printf("%d %d %d %d\n", more(&box, 4), less(&box, 2), twice(&box, 0), twice(&box, 1));
    return 0;
}
