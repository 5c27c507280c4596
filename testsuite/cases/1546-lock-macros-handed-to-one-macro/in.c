/* Two lock macros are arguments of one macro, which takes what it gets in a statement each. */
#include <pthread.h>
#include <stdio.h>

#define LOCK(mutex) pthread_mutex_lock(mutex)
#define LOCK_TOO(mutex) pthread_mutex_lock(mutex)
#define UNLOCK(mutex) pthread_mutex_unlock(mutex)
#define UNLOCK_TOO(mutex) pthread_mutex_unlock(mutex)
#define ALL(one, two, three, four) do { one; two; three; four; } while (0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n)
{
    void *mutex = &lock;

    ALL(LOCK(mutex), UNLOCK(mutex), LOCK_TOO(mutex), UNLOCK_TOO(mutex));
    pthread_mutex_lock(mutex);
    total += n;
    n = total;
    pthread_mutex_unlock(mutex);
    return n;
}

int main(void)
{
    printf("%d\n", add(1));
    printf("%d\n", add(2));
    return 0;
}
