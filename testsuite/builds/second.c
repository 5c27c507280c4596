#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include "stats.h"
pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;
void stats_lock(void) { assert(pthread_mutex_lock(&stats) == 0); }
void stats_unlock(void) { pthread_mutex_unlock(&stats); }
int main(void)
{
    printf("%d\n", hit(5) - hit(6));
    return 0;
}
