#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, lost;
static inline pthread_mutex_t *taken(pthread_mutex_t *m) { pthread_mutex_lock(m); return m; }
static inline void given(pthread_mutex_t **m) { if (*m) pthread_mutex_unlock(*m); }
#define GUARD(m) __attribute__((cleanup(given))) pthread_mutex_t *guard_ = taken(m)
static int use(int n)
{
    GUARD(&lock);
    hits += n;
#ifdef LIMITED
    if (n > 1)
        return hits * 2;
#endif
    hits++;
    return 0;
}
static int inner(int n)
{
    lost++;
    {
        GUARD(&lock);
        hits += n;
#ifdef LIMITED
        if (n > 1)
            return hits * 2;
#endif
        hits++;
    }
    return lost;
}
static int inner_too(int n)
{
    lost++;
    {
        GUARD(&lock);
        hits += n;
        if (n > 2)
            return hits * 3;
#ifdef LIMITED
        if (n > 1)
            return hits * 2;
#endif
        hits++;
    }
    return lost;
}
static void more(int n)
{
    GUARD(&lock);
    hits += n;
#ifdef LIMITED
    if (n > 1)
        return;
#endif
    hits++;
}
int main(void)
{
    for (int i = 0; i < 4; i++) {
        more(i);
        printf("%d %d %d\n", use(i), inner(i), inner_too(i));
    }
    return 0;
}
