#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t items = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t totals = PTHREAD_MUTEX_INITIALIZER;
static int depth = 1;
static int total, seen;

/* It does something while it has the lock: that moves, and the release stands behind it. */
#define GIVE(m) do { depth--; pthread_mutex_unlock(m); } while (0)

static int see(int at, int error, const char *what)
{
    seen += at;
    if (error) {
        puts(what);
        exit(3);
    }
    return at;
}

/* The first one ends in the second one, right before that ends. */
static int overlapping(int by)
{
    pthread_mutex_lock(&items);
    depth += by;
    see(by, pthread_mutex_lock(&totals), "lock");
    GIVE(&items);
    see(by, pthread_mutex_unlock(&totals), "unlock");
    return by;
}

static int overlapping_more(int by)
{
    pthread_mutex_lock(&items);
    depth += by;
    pthread_mutex_lock(&totals);
    total += depth;
    GIVE(&items);
    total++;
    GIVE(&totals);
    return by;
}

/* One stands in the other here. */
static int nested(int by)
{
    pthread_mutex_lock(&items);
    depth += by;
    see(by, pthread_mutex_lock(&totals), "lock");
    total += depth;
    see(by, pthread_mutex_unlock(&totals), "unlock");
    GIVE(&items);
    return by;
}

int main(void)
{
    printf("%d %d %d\n", overlapping(1), overlapping_more(2), nested(3));
    printf("%d %d\n", depth, total);
    return 0;
}
