#include "lib.h"
#include <pthread.h>
typedef struct Mutex { pthread_mutex_t lock; } Mutex;
typedef struct LockGuard { Mutex *mutex; } LockGuard;
typedef struct Object { Mutex parent; int n; } Object;
void MutexLock(Mutex *m);
void MutexUnlock(Mutex *m);
LockGuard LockGuardLock(Mutex *m);
LockGuard ObjectGuard(Object *o);
void LockGuardUnlock(LockGuard *l);
DEFINE_CLEAR(LockGuard, LockGuardUnlock)
#define LOCK_GUARD AUTO(LockGuard)
#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define WITH_GUARD_(taken, name) \
    for (LOCK_GUARD name = taken; name.mutex; name.mutex = (LockGuardUnlock(&name), NULL))
#define WITH_MUTEX(m) WITH_GUARD_(LockGuardLock(m), CONCAT(var, __COUNTER__))
#define WITH_OBJECT(o) WITH_GUARD_(ObjectGuard(o), CONCAT(var, __COUNTER__))
