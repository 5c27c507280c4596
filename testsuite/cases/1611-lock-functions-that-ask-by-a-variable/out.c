/* What a lock function asks may stand in a pointer of its own, and its other branch may return. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct threads {
    rcl_mutex_t lock, watch;
    int used;
};

struct handle {
    void *threads;
    unsigned char flags;
    int count;
};

static rcl_mutex_t *handle_mutex(struct handle *h)
{
    struct threads *threads = h->threads;

    return &threads->lock;
}

int handle_lock(struct handle *h)
{
    struct threads *threads = h->threads;
    if (threads) {
        return rcl_lock(&threads->lock);
    } else {
        return 0;
    }
}

int handle_unlock(struct handle *h)
{
    struct threads *threads = h->threads;
    if (threads) {
        return rcl_unlock(&threads->lock);
    } else {
        return 0;
    }
}

static rcl_mutex_t *watch_mutex(struct handle *h)
{
    struct threads *const t = h->threads;

    return &t->watch;
}

static rcl_mutex_t *there_mutex(struct handle *h)
{
    struct threads *t = h->threads;

    return &t->lock;
}

/* What a number is cut to is not what it was. */
static void other_lock(struct handle *h, int flags, struct threads *t)
{
    unsigned char some = flags;
    if (some)
        rcl_lock(&t->watch);
}

static void other_unlock(struct handle *h, int flags, struct threads *t)
{
    unsigned char some = flags;
    if (some)
        rcl_unlock(&t->watch);
}

struct add_cs {        /* h->threads->lock, in.c:81-84 */
    struct handle *h;  /* in */
    int n;             /* in-out */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    struct handle *h = cs->h;
    int n = cs->n;

    h->count += n;
    n = h->count;
    cs->n = n;
    return 0;
}

static int add(struct handle *h, int n)
{
    struct add_cs cs = { .h = h, .n = n };
    if (h->threads)
        rcl_exec_anon(handle_mutex(h), add_cs, &cs, sizeof(cs));
    else
        add_cs(&cs);
    n = cs.n;
    return n;
}

struct watch_cs {      /* h->threads->watch, in.c:90-97 */
    struct handle *h;  /* in */
    int n;             /* in */
};

static int watch_cs(void *ctx)
{
    struct watch_cs *cs = ctx;
    struct handle *h = cs->h;
    int n = cs->n;

    h->count += n;
    if (n == 0) {
        return 1;
    }
    h->count++;
    return 0;
}

static int watch(struct handle *h, int n)
{
    struct watch_cs cs = { .h = h, .n = n };
    int way = h->threads != NULL
            ? rcl_exec_anon(watch_mutex(h), watch_cs, &cs, sizeof(cs))
            : watch_cs(&cs);

    if (way == 1)
        return -1;
    return n;
}

struct there_cs {      /* h->threads->lock, in.c:103-107 */
    struct handle *h;  /* in */
    int n;             /* in-out */
};

static int there_cs(void *ctx)
{
    struct there_cs *cs = ctx;
    struct handle *h = cs->h;
    int n = cs->n;

    h->count += n;
    n = h->count;
    cs->n = n;
    return 0;
}

static int there(struct handle *h, int n)
{
    struct there_cs cs = { .h = h, .n = n };
    if (!h->threads || rcl_exec_anon(there_mutex(h), there_cs, &cs, sizeof(cs)) < 0)
        return -1;
    n = cs.n;
    return n;
}

static int other(struct handle *h, int flags)
{
    int n;

    other_lock(h, flags, h->threads);
    n = h->count++;
    other_unlock(h, flags, h->threads);
    return n;
}

static int begin(struct handle *h)
{
    struct threads *threads = calloc(1, sizeof(*threads));

    if (threads == NULL)
        return -1;
    rcl_mutex_init(&threads->lock, NULL, threads_lock);
    rcl_mutex_init(&threads->watch, NULL, threads_watch);
    h->threads = threads;
    return 0;
}

int main(void)
{
    struct handle h = { NULL, 0, 0 };

    printf("%d %d %d\n", add(&h, 1), watch(&h, 1), there(&h, 1));
    if (begin(&h) != 0)
        return 1;
    printf("%d\n", there(&h, 4));
    printf("%d %d %d %d\n", add(&h, 2), watch(&h, 3), watch(&h, 0), other(&h, 256));
    return 0;
}
