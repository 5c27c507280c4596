/* Lock calls whose result is kept in errno, and asked for by what never returns, or by nobody. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct queue {
    rcl_mutex_t lock;
    rcl_cond_t more;
    int items[8];
    int count;
};

static struct queue all = { RCL_MUTEX_INITIALIZER(queue_lock), RCL_COND_INITIALIZER, { 0 }, 0 };

static void die(int status, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(status);
}

#define LOCK(m) do { \
    if ((errno = rcl_lock(m)) != 0) \
        perror("pthread_mutex_lock"), abort(); \
} while (0)
#define UNLOCK(m) do { \
    errno = rcl_unlock(m); \
    if (errno != 0) \
        perror("pthread_mutex_unlock"); \
} while (0)

struct put_cs {       /* q->lock, in.c:38-49 */
    struct queue *q;  /* in */
    int item;         /* in */
    int rc;           /* in-out */
    int signals;      /* in-out */
};

static int put_cs(void *ctx)
{
    struct put_cs *cs = ctx;
    struct queue *q = cs->q;
    int item = cs->item;
    int rc = cs->rc;
    int signals = cs->signals;

    if (q->count == 8) {
        errno = ENOSPC;
        rc = -1;
    }
    else {
        q->items[q->count++] = item;
        signals = 1;
    }
    cs->rc = rc;
    cs->signals = signals;
    return 0;
}

static int put(struct queue *q, int item)
{
    int rc = 0;
    int signals = 0;

    struct put_cs cs = { .q = q, .item = item, .rc = rc, .signals = signals };
    errno = 0;
    rcl_exec_errno(&q->lock, put_cs, &cs, sizeof(cs));
    rc = cs.rc;
    signals = cs.signals;
    errno = 0;
    if (signals && (errno = rcl_cond_signal(&q->more)) != 0)
        die(1, "Failed to signal");
    return rc;
}

struct last_cs {      /* q->lock, in.c:62-71 */
    struct queue *q;  /* in */
    int item;         /* out */
};

static int last_cs(void *ctx)
{
    struct last_cs *cs = ctx;
    struct queue *q = cs->q;
    int item;

    if (q->count == 0) {
        errno = ENOENT;
        return 1;
    }
    item = q->items[q->count - 1];
    cs->item = item;
    return 0;
}

/* What it has given back otherwise keeps the errno of the section. */
static int last(struct queue *q)
{
    int item;

    struct last_cs cs = { .q = q };
    errno = 0;
    if (rcl_exec_errno(&q->lock, last_cs, &cs, sizeof(cs)) == 1)
        return -1;
    item = cs.item;
    errno = 0;
    return item;
}

struct count_cs {     /* q->lock, in.c:80-83 */
    struct queue *q;  /* in */
    int n;            /* out */
};

static int count_cs(void *ctx)
{
    struct count_cs *cs = ctx;
    struct queue *q = cs->q;
    int n;

    n = errno == 0 ? q->count : -1;
    cs->n = n;
    return 0;
}

/* It asks what the lock call has said. */
static int count(struct queue *q)
{
    int n;

    struct count_cs cs = { .q = q };
    errno = 0;
    rcl_exec_errno(&q->lock, count_cs, &cs, sizeof(cs));
    n = cs.n;
    errno = 0;
    return n;
}

struct sum_cs {       /* q->lock, in.c:93-100 */
    struct queue *q;  /* in */
    int i;            /* in */
    int total;        /* in-out */
};

static int sum_cs(void *ctx)
{
    struct sum_cs *cs = ctx;
    struct queue *q = cs->q;
    int i = cs->i;
    int total = cs->total;

    if (i >= q->count) {
        cs->total = total;
        return 1;
    }
    total += q->items[i];
    /* It does not fail. */
    cs->total = total;
    return 0;
}

static int sum(struct queue *q)
{
    int i, total = 0;

    for (i = 0; i < 8; i++) {
        struct sum_cs cs = { .q = q, .i = i, .total = total };
        errno = 0;
        int way = rcl_exec_anon(&q->lock, sum_cs, &cs, sizeof(cs));
        total = cs.total;
        errno = 0;

        if (way == 1)
            break;
    }
    return total;
}

struct swap_cs {      /* q->lock, in.c:111-114 */
    struct queue *q;  /* in */
    int item;         /* in */
    int before;       /* out */
};

static int swap_cs(void *ctx)
{
    struct swap_cs *cs = ctx;
    struct queue *q = cs->q;
    int item = cs->item;
    int before;

    before = q->items[0];
    q->items[0] = item;
    cs->before = before;
    return 0;
}

/* A macro checks the calls. */
static int swap(struct queue *q, int item)
{
    int before;

    struct swap_cs cs = { .q = q, .item = item };
    errno = 0;
    rcl_exec_anon(&q->lock, swap_cs, &cs, sizeof(cs));
    before = cs.before;
    errno = 0;
    return errno == 0 ? before : -1;
}

static int failed;

static void drop(struct queue *q)
{
    if ((errno = rcl_lock(&q->lock)) != 0)
        goto fail;
    q->count = 0;
    if ((errno = rcl_unlock(&q->lock)) != 0)
        goto fail;
    return;
fail:
    failed++;
}

struct take_cs {      /* q->lock, in.c:136-145 */
    struct queue *q;  /* in */
    int item;         /* out */
    int at;           /* where it goes on */
};

static int take_cs(void *ctx)
{
    struct take_cs *cs = ctx;
    struct queue *q = cs->q;
    int item;

    if (cs->at == 1)
        goto at_1;

    while (q->count == 0) {
        cs->at = 1;
        return rcl_wait(&q->more, &q->lock);
        at_1:
        if ((errno = rcl_waited()) != 0) {
            die(1, "Failed to wait");
        }
    }
    item = q->items[--q->count];
    cs->item = item;
    return 0;
}

static int take(struct queue *q)
{
    int item;

    struct take_cs cs = { .q = q, .at = 0 };
    errno = 0;
    rcl_exec_waiting(&q->lock, take_cs, &cs, sizeof(cs));
    item = cs.item;
    errno = 0;
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
