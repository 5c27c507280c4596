#include <pthread.h>
%s
extern int count;
void skip(void)
{
    pthread_mutex_lock((pthread_mutex_t *)RAW);
    count++;
    pthread_mutex_unlock((pthread_mutex_t *)RAW);
}
