/* Code that no build compiles may ask for more of an array than its first element. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define ZERO(x) memset(&(x), 0, sizeof(x))
#define FIRST(x) (x)[0]
#ifdef TRACK
#define SEEN(x) memset((x), 1, sizeof (x))
#else
#define SEEN(x) ((void)0)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static int by_macro(int n)
{
    int cells[4] = { n, 1, 2, 3 };

    pthread_mutex_lock(&lock);
    cells[n & 3] += hits++;
#ifdef TRACK
    ZERO(cells);
#endif
    pthread_mutex_unlock(&lock);
    return cells[0] + cells[3];
}

static int first(int n)
{
    int cells[4] = { n, 1, 2, 3 };

    pthread_mutex_lock(&lock);
    cells[n & 3] += hits++;
#ifdef TRACK
    FIRST(cells) = 7;
#endif
    pthread_mutex_unlock(&lock);
    return cells[0] + cells[3];
}

static int another_build(int n)
{
    char cells[4] = { 1, 1, 2, 3 };

    pthread_mutex_lock(&lock);
    cells[n & 3] += (char)hits++;
    SEEN(cells);
    pthread_mutex_unlock(&lock);
    return cells[0] + cells[3];
}

/* named there alone */
static int alone(int n)
{
    int cells[4] = { n, 1, 2, 3 };

    pthread_mutex_lock(&lock);
    hits += n;
#ifdef TRACK
    ZERO(cells);
#endif
    pthread_mutex_unlock(&lock);
    return cells[0] + cells[3];
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 10; i++)
        sum += by_macro(i) + first(i) + another_build(i) + alone(i);
    printf("%d %d\n", hits, sum);
    return 0;
}
