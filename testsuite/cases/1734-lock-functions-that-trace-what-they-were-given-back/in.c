#include <pthread.h>
#include <stdio.h>

#define LOC_Q(text) #text
#define LOC_M(text) LOC_Q(text)
#define LOC __FILE__ ":" LOC_M(__LINE__)
#define obtain_lock(plk) traced_lock((plk), LOC)
#define release_lock(plk) traced_unlock((plk), LOC)

struct device {
    pthread_mutex_t lock;
    int busy, done;
};

static int level;
static pthread_mutex_t tracelock = PTHREAD_MUTEX_INITIALIZER;
static int traced;

static void trace(const char *what, void *m, const char *loc, int result)
{
    pthread_mutex_lock(&tracelock);
    traced += what[0] + (m != NULL) + (loc[0] == 'a') - result;
    pthread_mutex_unlock(&tracelock);
}

#define TRACE(what, m, loc, result) \
do { \
    if (level & 4) \
        trace(what, m, loc, result); \
} while (0)

int traced_lock(pthread_mutex_t *mutex, const char *loc)
{
    int result;

    TRACE("before", mutex, loc, -99);
    result = pthread_mutex_lock(mutex);
    TRACE("lock", mutex, loc, result);
    return result;
}

int traced_unlock(pthread_mutex_t *mutex, const char *loc)
{
    int result;

    result = pthread_mutex_unlock(mutex);
    TRACE("unlock", mutex, loc, result);
    return result;
}

static int start(struct device *dev, int n)
{
    obtain_lock(&dev->lock);
    if (dev->busy)
    {
        release_lock(&dev->lock);
        return 1;
    }
    dev->busy = n;
    release_lock(&dev->lock);
    return 0;
}

static int finish(struct device *dev)
{
    int n;

    obtain_lock(&dev->lock);
    n = dev->busy;
    dev->busy = 0;
    if (n) { dev->done++; release_lock(&dev->lock); return n; }
    release_lock(&dev->lock);

    return 0;
}

int main(void)
{
    struct device dev = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

    level = 4;
    printf("%d", start(&dev, 3));
    printf(" %d", start(&dev, 4));
    printf(" %d", finish(&dev));
    printf(" %d", finish(&dev));
    printf(" %d %d\n", dev.done, traced);
    return 0;
}
