/* Checks of lock calls that do nothing if these succeed, and report in their else, which may go on. */
#include <pthread.h>
#include <stdio.h>

static void failed(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
}

#define CHECK(exp) if ((exp)) ; else failed(#exp, __FILE__, __LINE__)
#define xlock(m) do { \
    int lock_result = pthread_mutex_lock(m); \
    CHECK (lock_result == 0); \
} while (0)
#define xunlock(m) do { \
    int unlock_result = pthread_mutex_unlock(m); \
    CHECK (unlock_result == 0); \
} while (0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n)
{
    xlock(&lock);
    total += n;
    n = total;
    xunlock(&lock);
    return n;
}

static int set(int n)
{
    int before;

    if (pthread_mutex_lock(&lock) == 0) {
    } else {
        failed("lock", __FILE__, __LINE__);
    }
    before = total;
    total = n;
    if (pthread_mutex_unlock(&lock) == 0)
        ;
    else
        failed("unlock", __FILE__, __LINE__);
    return before;
}

static int take(int n)
{
    if (pthread_mutex_lock(&lock) == 0)
        ;
    else
        return -1;
    total -= n;
    n = total;
    pthread_mutex_unlock(&lock);
    return n;
}

/* Whether it has been had matters here. */
static int try(int n)
{
    if (pthread_mutex_trylock(&lock) == 0)
        ;
    else
        n = 0;
    total += n;
    if (n)
        pthread_mutex_unlock(&lock);
    return n;
}

int main(void)
{
    printf("%d", add(2));
    printf(" %d", set(7));
    printf(" %d", take(3));
    printf(" %d %d\n", try(1), total);
    return 0;
}
