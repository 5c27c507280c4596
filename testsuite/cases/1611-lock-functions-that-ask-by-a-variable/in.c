/* What a lock function asks may stand in a pointer of its own, and its other branch may return. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct threads {
    pthread_mutex_t lock, watch;
    int used;
};

struct handle {
    void *threads;
    unsigned char flags;
    int count;
};

int handle_lock(struct handle *h)
{
    struct threads *threads = h->threads;
    if (threads) {
        return pthread_mutex_lock(&threads->lock);
    } else {
        return 0;
    }
}

int handle_unlock(struct handle *h)
{
    struct threads *threads = h->threads;
    if (threads) {
        return pthread_mutex_unlock(&threads->lock);
    } else {
        return 0;
    }
}

static void watch_lock(struct handle *h)
{
    struct threads *const t = h->threads;
    if (t == NULL)
        return;
    else
        pthread_mutex_lock(&t->watch);
}

static void watch_unlock(struct handle *h)
{
    struct threads *const t = h->threads;
    if (t != NULL)
        pthread_mutex_unlock(&t->watch);
}

/* Its callers ask whether there was a mutex. */
static int there_lock(struct handle *h)
{
    struct threads *t = h->threads;
    if (!t) {
        return -1;
    } else {
        return pthread_mutex_lock(&t->lock);
    }
}

/* What a number is cut to is not what it was. */
static void other_lock(struct handle *h, int flags, struct threads *t)
{
    unsigned char some = flags;
    if (some)
        pthread_mutex_lock(&t->watch);
}

static void other_unlock(struct handle *h, int flags, struct threads *t)
{
    unsigned char some = flags;
    if (some)
        pthread_mutex_unlock(&t->watch);
}

static int add(struct handle *h, int n)
{
    handle_lock(h);
    h->count += n;
    n = h->count;
    handle_unlock(h);
    return n;
}

static int watch(struct handle *h, int n)
{
    watch_lock(h);
    h->count += n;
    if (n == 0) {
        watch_unlock(h);
        return -1;
    }
    h->count++;
    watch_unlock(h);
    return n;
}

static int there(struct handle *h, int n)
{
    if (there_lock(h) != 0)
        return -1;
    h->count += n;
    n = h->count;
    handle_unlock(h);
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
    pthread_mutex_init(&threads->lock, NULL);
    pthread_mutex_init(&threads->watch, NULL);
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
