#include "noting.h"
struct noting shared = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static int notes;

void take(struct noting *l, int n)
{
    pthread_mutex_lock(&l->lock);
    l->taken += n;
    notes++;
}

void give(struct noting *l)
{
    l->given += notes;
    pthread_mutex_unlock(&l->lock);
}
