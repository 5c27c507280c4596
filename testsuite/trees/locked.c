#include <stdio.h>
#include "lockable.h"
static Mutex m = { PTHREAD_MUTEX_INITIALIZER };
static int count;
static int add(int n)
{
    int by = n * 2;
    LOCK_GUARD lock = LockGuardLock(&m);

    if (n < 0)
        return -1;
    count += by;
    return count;
}
static int get(void)
{
    WITH_MUTEX(&m) {
        if (count > 3)
            return count;
        count++;
    }
    return 0;
}
static int of_object(Object *o)
{
    WITH_OBJECT(o) {
        if (o->n == 2)
            break;
        o->n++;
    }
    return o->n;
}
static int without_braces(Object *o)
{
    WITH_OBJECT(o)
        o->n++;
    return o->n;
}
static int early(int n)
{
    LOCK_GUARD lock = LockGuardLock(&m);

    count += n;
    LockGuardUnlock(&lock);
    return count + n;
}
int main(void)
{
    Object o = { .n = 1 };

    pthread_mutex_init(&o.parent.lock, NULL);
    printf("%d ", add(1));
    printf("%d ", add(-1));
    printf("%d ", get());
    printf("%d ", get());
    printf("%d ", of_object(&o));
    printf("%d ", without_braces(&o));
    printf("%d\n", early(1));
    return 0;
}
