#include <pthread.h>
#include <stdio.h>

#define SLOTS 4

static struct slot { pthread_mutex_t lock; int total; } slots[SLOTS] = {
    [0 ... SLOTS - 1] = { PTHREAD_MUTEX_INITIALIZER, 0 },
};

#define SLOT(n) (&slots[(n) % SLOTS])
#define LOCK_OF(n) (&SLOT(n)->lock)

static void unlock_it(pthread_mutex_t **m)
{
    if (*m)
        pthread_mutex_unlock(*m);
}

static pthread_mutex_t *lock_it(pthread_mutex_t *m)
{
    pthread_mutex_lock(m);
    return m;
}

#define GUARD_AS(name, m) pthread_mutex_t *name __attribute__((cleanup(unlock_it), unused)) = lock_it(m)
#define GUARD_PASTED(m, line) GUARD_AS(guard_##line, m)
#define GUARD_IN(m, line) GUARD_PASTED(m, line)
#define GUARD(m) GUARD_IN(m, __LINE__)

/* The mutex is a macro's; its name is not pasted. */
static int add(int n, int by)
{
    GUARD(LOCK_OF(n));
    if (by < 0)
        return -1;
    SLOT(n)->total += by;
    return SLOT(n)->total;
}

static int both(int n)
{
    int sum = 0;

    {
        GUARD(LOCK_OF(n));
        sum += SLOT(n)->total;
    }
    {
        GUARD(LOCK_OF(n + 1));
        sum += SLOT(n + 1)->total;
    }
    return sum;
}

int main(void)
{
    printf("%d %d %d\n", add(1, 2), add(2, 3), add(3, -1));
    printf("%d\n", both(1));
    return 0;
}
