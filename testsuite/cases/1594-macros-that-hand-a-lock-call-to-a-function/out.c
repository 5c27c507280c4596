// A macro hands what a lock call gives to a function: the macro's statement moves with the section, with 0 in it.
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct queue {
    rcl_mutex_t lock;
    int length;
};

static __thread int checked;
static int total;

#define CHECK(what, call) check(what, call)
#define CHECK_TEXT(call) check(#call, call)

static int check(const char *what, int error)
{
    checked += what[0];
    if (error) {
        fprintf(stderr, "%s: %d\n", what, error);
        abort();
    }
    return error;
}

struct added_cs {  /* q->lock, in.c:29-31 */
    int n;         /* in */
};

static int added_cs(void *ctx)
{
    struct added_cs *cs = ctx;
    int n = cs->n;

    CHECK("lock", 0);
    total += n;
    return 0;
}

static int added(struct queue *q, int n)
{
    struct added_cs cs = { .n = n };
    rcl_exec(&q->lock, added_cs, &cs, sizeof(cs));
    CHECK("unlock", 0);
    return n;
}

struct left_cs {      /* q->lock, in.c:39-46 */
    struct queue *q;  /* in */
    int n;            /* in */
    int error;        /* out */
};

static int left_cs(void *ctx)
{
    struct left_cs *cs = ctx;
    struct queue *q = cs->q;
    int n = cs->n;
    int error;

    error = CHECK("lock", 0);
    if (n > 2) {
        q->length++;
        return 1;
    }
    total += n;
    cs->error = error;
    return 0;
}

static int left(struct queue *q, int n)
{
    int error;

    struct left_cs cs = { .q = q, .n = n };
    if (rcl_exec(&q->lock, left_cs, &cs, sizeof(cs)) == 1) {
        CHECK("unlock", (0));
        return -1;
    }
    error = cs.error;
    error += CHECK("unlock", 0);
    return error;
}

struct own_cs {           /* queue.lock, in.c:54-57 */
    int n;                /* in */
    struct queue *queue;  /* by reference */
    struct queue *q;      /* in */
};

static int own_cs(void *ctx)
{
    struct own_cs *cs = ctx;
    int n = cs->n;
    struct queue *queue = cs->queue;
    struct queue *q = cs->q;

    CHECK("lock", 0);
    queue->length += n;
    q->length++;
    return 0;
}

static int own(int n)
{
    struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock_own), 1 }, *q = &queue;

    struct own_cs cs = { .n = n, .queue = &queue, .q = q };
    rcl_exec(&queue.lock, own_cs, &cs, sizeof(cs));
    CHECK("unlock", 0);
    return queue.length;
}

static int paused(struct queue *q, int n)
{
    CHECK("lock", rcl_lock(&q->lock));
    while (total > 20) {
        CHECK("unlock", rcl_unlock(&q->lock));
        n++;
        CHECK("lock", rcl_lock(&q->lock));
        total -= 5;
    }
    CHECK("unlock", rcl_unlock(&q->lock));
    return n;
}

static void written_out(struct queue *q)
{
    CHECK_TEXT(rcl_lock(&q->lock));
    total++;
    CHECK_TEXT(rcl_unlock(&q->lock));
}

int main(void)
{
    static struct queue q = { RCL_MUTEX_INITIALIZER(queue_lock_main), 0 };

    printf("%d %d %d ", added(&q, 30), left(&q, 2), left(&q, 3));
    printf("%d %d %d ", own(3), paused(&q, 4), checked);
    written_out(&q);
    printf("%d %d\n", q.length, total);
    return 0;
}
