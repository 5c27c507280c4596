#include "nulled.h"
struct guard { pthread_mutex_t mutex; };
guard own = { PTHREAD_MUTEX_INITIALIZER };
static int threads = 1;

void guard_lock(guard *g)
{
    if (g == NULL)
        return;
    pthread_mutex_lock(&g->mutex);
}

void guard_unlock(guard *g)
{
    if (g == NULL)
        return;
    pthread_mutex_unlock(&g->mutex);
}

void guard_enter(guard *g)
{
    if (g == NULL || !threads)
        return;
    pthread_mutex_lock(&g->mutex);
}

void guard_leave(guard *g)
{
    if (g == NULL || !threads)
        return;
    pthread_mutex_unlock(&g->mutex);
}
