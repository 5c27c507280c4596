#include <pthread.h>
#include <stdio.h>

#define QUIET(...) do { } while (0)
#define DEBUG(format, ...) QUIET(format, __VA_ARGS__)
#define LOG(...) printf(__VA_ARGS__)
#define BOTH(level, ...) do { if (level) LOG(__VA_ARGS__); QUIET(__VA_ARGS__); } while (0)
#define CHECK(what, where) ((void)sizeof(what))

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* A macro that this build has for nothing, and one that calls such a macro. */
static int add(int n)
{
    pthread_mutex_lock(&m);
    total += n;
    QUIET("%s: %d\n", __func__, total);
    if (total > 100) {
        DEBUG("%s: too large\n", __func__);
        pthread_mutex_unlock(&m);
        return -1;
    }
    CHECK(total, __FUNCTION__);
    pthread_mutex_unlock(&m);
    return n;
}

/* Another one, or another use, makes something of it. */
static int take(int n)
{
    pthread_mutex_lock(&m);
    total -= n;
    BOTH(total < 0, "%s: %d\n", __func__, total);
    pthread_mutex_unlock(&m);
    return n;
}

static int see(void)
{
    pthread_mutex_lock(&m);
    QUIET("%s\n", __func__);
    int n = total;
    if (n < 0)
        LOG("%s: %d\n", __func__, n);
    pthread_mutex_unlock(&m);
    return n;
}

int main(void)
{
    printf("%d\n", add(20));
    printf("%d\n", add(90));
    printf("%d\n", take(112));
    printf("%d\n", see());
    return 0;
}
