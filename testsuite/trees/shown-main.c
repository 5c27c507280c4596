#include <stdio.h>
#include "lock.h"
static struct lock guard = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int total;
int main(void)
{
    take_lock(&guard);
    total += guard.depth;
    drop_lock(&guard);
    printf("%d\n", total);
    return 0;
}
