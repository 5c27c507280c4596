#include <stdio.h>
#include "stats.h"
struct stats stats = { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0 };
int main(void)
{
    for (int i = 0; i < 3; i++)
        COUNT(&stats, gets, i);
    set(5);
    printf("%ld %ld %d\n", stats.gets, stats.sets, stats.other);
    return 0;
}
