/* A macro with the name of a lock function, which does more: its uses stay, and the call in its body is the runtime's. */
#include <pthread.h>
#include <stdio.h>

static int taken, tries;

#define pthread_mutex_lock(mutex) do { taken++; pthread_mutex_lock(mutex); } while (0)
#define pthread_mutex_trylock(mutex) (tries++, pthread_mutex_trylock(mutex))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n)
{
    pthread_mutex_lock(&lock);
    total += n;
    n = total;
    pthread_mutex_unlock(&lock);
    return n;
}

static int try_to_add(int n)
{
    int busy = 1;

    if (pthread_mutex_trylock(&lock) == 0) {
        total += n;
        busy = 0;
        pthread_mutex_unlock(&lock);
    }
    return busy;
}

static int add_if(int n, int threaded)
{
    if (threaded)
        pthread_mutex_lock(&lock);
    else
        total++;
    total += n;
    if (threaded)
        pthread_mutex_unlock(&lock);
    return n;
}

int main(void)
{
    printf("%d\n", add(1));
    printf("%d\n", try_to_add(2));
    printf("%d\n", add_if(3, 1) + add_if(4, 0));
    printf("%d %d %d\n", total, taken, tries);
    return 0;
}
