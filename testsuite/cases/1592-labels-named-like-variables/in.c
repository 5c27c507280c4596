// What no build compiles may have labels and fields that are named like a variable which the section has by reference.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int added(int n)
{
    int high = 0, *most = &high;

    pthread_mutex_lock(&lock);
    total += n;
    high += total;
#ifdef TRACK
    struct { int high : 3; } bits = { high: 1 };

    if (total > 5)
        goto high;
    *most += n ? high : bits.high;
high:
    total++;
#endif
    pthread_mutex_unlock(&lock);
    return *most;
}

int main(void)
{
    printf("%d ", added(1));
    printf("%d %d\n", added(3), total);
    return 0;
}
