/* Lock calls whose result is kept in errno, and asked for by what never returns, or by nobody. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t more;
    int items[8];
    int count;
};

static struct queue all = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { 0 }, 0 };

static void die(int status, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(status);
}

#define LOCK(m) do { \
    if ((errno = pthread_mutex_lock(m)) != 0) \
        perror("pthread_mutex_lock"), abort(); \
} while (0)
#define UNLOCK(m) do { \
    errno = pthread_mutex_unlock(m); \
    if (errno != 0) \
        perror("pthread_mutex_unlock"); \
} while (0)

static int put(struct queue *q, int item)
{
    int rc = 0;
    int signals = 0;

    if ((errno = pthread_mutex_lock(&q->lock)) != 0) {
        die(1, "Failed to lock the queue");
    }
    if (q->count == 8) {
        errno = ENOSPC;
        rc = -1;
    }
    else {
        q->items[q->count++] = item;
        signals = 1;
    }
    if ((errno = pthread_mutex_unlock(&q->lock)) != 0) {
        die(1, "Failed to unlock the queue");
    }
    if (signals && (errno = pthread_cond_signal(&q->more)) != 0)
        die(1, "Failed to signal");
    return rc;
}

/* What it has given back otherwise keeps the errno of the section. */
static int last(struct queue *q)
{
    int item;

    errno = pthread_mutex_lock(&q->lock);
    if (errno != 0)
        die(1, "Failed to lock the queue");
    if (q->count == 0) {
        errno = ENOENT;
        pthread_mutex_unlock(&q->lock);
        return -1;
    }
    item = q->items[q->count - 1];
    errno = pthread_mutex_unlock(&q->lock);
    return item;
}

/* It asks what the lock call has said. */
static int count(struct queue *q)
{
    int n;

    if ((errno = pthread_mutex_lock(&q->lock)))
        die(1, "Failed to lock the queue");
    n = errno == 0 ? q->count : -1;
    if ((errno = pthread_mutex_unlock(&q->lock)))
        die(1, "Failed to unlock the queue");
    return n;
}

static int sum(struct queue *q)
{
    int i, total = 0;

    for (i = 0; i < 8; i++) {
        errno = pthread_mutex_lock(&q->lock);
        if (i >= q->count) {
            errno = pthread_mutex_unlock(&q->lock);
            break;
        }
        total += q->items[i];
        /* It does not fail. */
        if ((errno = pthread_mutex_unlock(&q->lock)) != 0)
            return -1;
    }
    return total;
}

/* A macro checks the calls. */
static int swap(struct queue *q, int item)
{
    int before;

    LOCK(&q->lock);
    before = q->items[0];
    q->items[0] = item;
    UNLOCK(&q->lock);
    return errno == 0 ? before : -1;
}

static int failed;

static void drop(struct queue *q)
{
    if ((errno = pthread_mutex_lock(&q->lock)) != 0)
        goto fail;
    q->count = 0;
    if ((errno = pthread_mutex_unlock(&q->lock)) != 0)
        goto fail;
    return;
fail:
    failed++;
}

static int take(struct queue *q)
{
    int item;

    if ((errno = pthread_mutex_lock(&q->lock)) != 0) {
        die(1, "Failed to lock the queue");
    }
    while (q->count == 0) {
        if ((errno = pthread_cond_wait(&q->more, &q->lock)) != 0) {
            die(1, "Failed to wait");
        }
    }
    item = q->items[--q->count];
    if ((errno = pthread_mutex_unlock(&q->lock)) != 0) {
        die(1, "Failed to unlock the queue");
    }
    return item;
}

int main(void)
{
    int i, rc = 0;

    errno = EINTR;
    printf("%d", last(&all));
    printf(" %d\n", errno == ENOENT);
    for (i = 0; i < 9; i++)
        rc = put(&all, i);
    printf("%d %d\n", rc, errno);
    errno = EINTR;
    printf("%d", last(&all));
    printf(" %d\n", errno);
    errno = EINTR;
    printf("%d\n", count(&all));
    printf("%d\n", take(&all));
    printf("%d\n", sum(&all));
    errno = EINTR;
    printf("%d\n", swap(&all, 9));
    drop(&all);
    printf("%d %d\n", failed, all.count);
    return 0;
}
