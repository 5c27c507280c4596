/* What macros make of a variable in code that no build compiles, and where builds mean others by a name there. */
#include <pthread.h>
#include <stdio.h>

#define AFTER(x) x++
#define STEP(x) do { AFTER(x); } while (0)
#define ZERO(x) ((x) = 0)
#ifdef TRACK
#define SEEN(x) (x--)
#else
#define SEEN(x) ((void)0)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void bump(int *n)
{
    (*n)++;
}

/* a macro counts the pointer on, were it given *n */
static int after(int n)
{
    pthread_mutex_lock(&lock);
    hits += n;
    bump(&n);
#ifdef TRACK
    AFTER(n);
#endif
    pthread_mutex_unlock(&lock);
    return n;
}

/* so does one that hands it on */
static int handed_on(int n)
{
    pthread_mutex_lock(&lock);
    hits += n;
    bump(&n);
#ifdef TRACK
    STEP(n);
#endif
    pthread_mutex_unlock(&lock);
    return n;
}

/* this one does not */
static int zero(int n)
{
    pthread_mutex_lock(&lock);
    hits += n;
    bump(&n);
#ifdef TRACK
    ZERO(n);
#endif
    pthread_mutex_unlock(&lock);
    return n;
}

/* and this one does in the build that defines it otherwise */
static int seen(int n)
{
    pthread_mutex_lock(&lock);
    hits += n;
    bump(&n);
    SEEN(n);
    pthread_mutex_unlock(&lock);
    return n;
}

/* named there alone */
static int alone(int n)
{
    int high = n;

    pthread_mutex_lock(&lock);
    hits += n;
#ifdef TRACK
    AFTER(high);
#endif
    pthread_mutex_unlock(&lock);
    return high;
}

/* named there alone, where a structure has a member of that name */
static int member(int n)
{
    int high = n;

    pthread_mutex_lock(&lock);
#ifdef TRACK
    high += hits;
#endif
    struct { int low, high; } pair = { n, n + 1 };
    hits += pair.low + pair.high;
    pthread_mutex_unlock(&lock);
    return high;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 10; i++)
        sum += after(i) + handed_on(i) + zero(i) + seen(i) + alone(i) + member(i);
    printf("%d %d\n", hits, sum);
    return 0;
}
