#include "lockable.h"
void MutexLock(Mutex *m)
{
    pthread_mutex_lock(&m->lock);
}
void MutexUnlock(Mutex *m)
{
    pthread_mutex_unlock(&m->lock);
}
LockGuard LockGuardLock(Mutex *m)
{
    LockGuard l = { m };

    MutexLock(l.mutex);
    return l;
}
LockGuard ObjectGuard(Object *o)
{
    return LockGuardLock(&o->parent);
}
void LockGuardUnlock(LockGuard *l)
{
    if (!l || !l->mutex)
        return;
    MutexUnlock(g_steal_pointer(&l->mutex));
}
