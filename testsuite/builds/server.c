#include <pthread.h>
#include <stdio.h>
#include "stats.h"
static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;
void stats_lock(void) { pthread_mutex_lock(&stats); }
void stats_unlock(void) { pthread_mutex_unlock(&stats); }
int main(void)
{
    printf("%d %d\n", hit(1), hit(2));
    return 0;
}
