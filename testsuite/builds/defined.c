#include <pthread.h>
#include <stdio.h>
#include "stats.h"
static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;
#ifdef CHECKED
void stats_lock(void)
{
    if (pthread_mutex_lock(&stats) != 0)
        __builtin_trap();
}
#else
void stats_lock(void) { pthread_mutex_lock(&stats); }
#endif
void stats_unlock(void) { pthread_mutex_unlock(&stats); }
int main(void)
{
    printf("%d\n", hit(7));
    return 0;
}
