#include "holder.h"
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
int total;
void add(int n)
{
    pthread_mutex_lock(&own);
    total += n;
    pthread_mutex_unlock(&own);
}
int use(struct holder *h)
{
    pthread_mutex_lock(&h->mutex);
    h->n++;
    pthread_mutex_unlock(&h->mutex);
    return %s(h);
}
