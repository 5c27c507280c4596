#include <pthread.h>
pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static int total;
void add(int n)
{
    pthread_mutex_lock(&shared);
    total += n;
    pthread_mutex_unlock(&shared);
    pthread_mutex_lock(&own);
    total++;
    pthread_mutex_unlock(&own);
}
