#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOC_Q(text) #text
#define LOC_M(text) LOC_Q(text)
#define LOC __FILE__ ":" LOC_M(__LINE__)
#define obtain_lock(plk) traced_lock((plk), LOC)
#define release_lock(plk) traced_unlock((plk), LOC)

struct device {
    rcl_mutex_t lock;
    int busy, done;
};

static int level;
static rcl_mutex_t tracelock = RCL_MUTEX_INITIALIZER(tracelock);
static int traced;

struct trace_cs {      /* tracelock, in.c:21-23 */
    const char *what;  /* in */
    void *m;           /* in */
    const char *loc;   /* in */
    int result;        /* in */
};

static int trace_cs(void *ctx)
{
    struct trace_cs *cs = ctx;
    const char *what = cs->what;
    void *m = cs->m;
    const char *loc = cs->loc;
    int result = cs->result;

    traced += what[0] + (m != NULL) + (loc[0] == 'a') - result;
    return 0;
}

static void trace(const char *what, void *m, const char *loc, int result)
{
    struct trace_cs cs = { .what = what, .m = m, .loc = loc, .result = result };
    rcl_exec_anon(&tracelock, trace_cs, &cs, sizeof(cs));
}

#define TRACE(what, m, loc, result) \
do { \
    if (level & 4) \
        trace(what, m, loc, result); \
} while (0)

static void traced_lock_ahead(rcl_mutex_t *mutex, const char *loc)
{
    TRACE("before", mutex, loc, -99);
}

static void traced_lock_held(rcl_mutex_t *mutex, const char *loc, int result)
{
    TRACE("lock", mutex, loc, result);
}

int traced_lock(rcl_mutex_t *mutex, const char *loc)
{
    int result;

    traced_lock_ahead(mutex, loc);
    result = rcl_lock(mutex);
    traced_lock_held(mutex, loc, result);
    return result;
}

static void traced_unlock_after(rcl_mutex_t *mutex, const char *loc, int result)
{
    TRACE("unlock", mutex, loc, result);
}

int traced_unlock(rcl_mutex_t *mutex, const char *loc)
{
    int result;

    result = rcl_unlock(mutex);
    traced_unlock_after(mutex, loc, result);
    return result;
}

struct start_cs {        /* dev->lock, in.c:53-60 */
    struct device *dev;  /* in */
    int n;               /* in */
    rcl_mutex_t *mutex;  /* in */
};

static int start_cs(void *ctx)
{
    struct start_cs *cs = ctx;
    struct device *dev = cs->dev;
    int n = cs->n;
    rcl_mutex_t *mutex = cs->mutex;

    traced_lock_held(mutex, LOC, 0);
    if (dev->busy)
    {
        return 1;
    }
    dev->busy = n;
    return 0;
}

static int start(struct device *dev, int n)
{
    struct start_cs cs = { .dev = dev, .n = n, .mutex = &dev->lock };
    traced_lock_ahead(&dev->lock, LOC);
    if (rcl_exec_anon(&dev->lock, start_cs, &cs, sizeof(cs)) == 1) {
        traced_unlock_after(&dev->lock, LOC, 0);
        return 1;
    }
    traced_unlock_after(&dev->lock, LOC, 0);
    return 0;
}

struct finish_cs {       /* dev->lock, in.c:68-72 */
    struct device *dev;  /* in */
    int n;               /* out */
    rcl_mutex_t *mutex;  /* in */
};

static int finish_cs(void *ctx)
{
    struct finish_cs *cs = ctx;
    struct device *dev = cs->dev;
    int n;
    rcl_mutex_t *mutex = cs->mutex;

    traced_lock_held(mutex, LOC, 0);
    n = dev->busy;
    dev->busy = 0;
    if (n) {
        dev->done++;
        cs->n = n;
        return 1;
    }
    return 0;
}

static int finish(struct device *dev)
{
    int n;

    struct finish_cs cs = { .dev = dev, .mutex = &dev->lock };
    traced_lock_ahead(&dev->lock, LOC);
    if (rcl_exec_anon(&dev->lock, finish_cs, &cs, sizeof(cs)) == 1) {
        n = cs.n;
        traced_unlock_after(&dev->lock, LOC, 0); return n;
    }
    traced_unlock_after(&dev->lock, LOC, 0);

    return 0;
}

int main(void)
{
    struct device dev = { RCL_MUTEX_INITIALIZER(device_lock), 0, 0 };

    level = 4;
    printf("%d", start(&dev, 3));
    printf(" %d", start(&dev, 4));
    printf(" %d", finish(&dev));
    printf(" %d", finish(&dev));
    printf(" %d %d\n", dev.done, traced);
    return 0;
}
