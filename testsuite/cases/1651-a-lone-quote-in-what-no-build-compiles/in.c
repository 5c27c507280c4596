/* What stands behind a lone quote, in what no build compiles, is code all the same. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, misses;

/* leaves the section in a build that is not here */
static int leaves(int n)
{
    pthread_mutex_lock(&lock);
#if defined(__x86_64__) || defined(__aarch64__)
    hits += n;
#else
#error can't count here
#endif
#ifdef LIMITED
    if (hits > 40) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    misses++;
    pthread_mutex_unlock(&lock);
    return n;
}

/* names a variable in such a build only */
static int names(int n)
{
    int high = n * 2;

    pthread_mutex_lock(&lock);
#if defined(__x86_64__) || defined(__aarch64__)
    hits += n;
#else
#error can't count here
#endif
#ifdef TRACK
    high = hits;
#endif
    misses++;
    pthread_mutex_unlock(&lock);
    return high;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 10; i++)
        sum += leaves(i) + names(i);
    printf("%d %d %d\n", hits, misses, sum);
    return 0;
}
