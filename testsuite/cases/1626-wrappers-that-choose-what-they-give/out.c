#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define TRUE 1
#define FALSE 0

typedef int BOOL;
typedef enum { DONE, FAILED = -3, TIMED_OUT = -4 } status;

struct queue {
    rcl_mutex_t lock;
    int length;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), 0 };

static status attempt(rcl_mutex_t *m)
{
    return rcl_trylock(m) ? TIMED_OUT : DONE;
}

/* Who asks this one does not know what an error means: with any but EBUSY it says that it has the lock. */
static BOOL unless_busy(rcl_mutex_t *m)
{
    return rcl_trylock(m) == EBUSY ? FALSE : TRUE;
}

struct entered_cs {   /* q->lock, in.c:59-62 */
    struct queue *q;  /* in */
};

static int entered_cs(void *ctx)
{
    struct entered_cs *cs = ctx;
    struct queue *q = cs->q;

    q->length++;
    return 1;
}

int entered(struct queue *q)
{
    struct entered_cs cs = { .q = q };
    if (rcl_tryexec(&q->lock, entered_cs, &cs, sizeof(cs)) == 1)
        return 1;
    return 0;
}

struct compared_cs {  /* q->lock, in.c:71-74 */
    struct queue *q;  /* in */
    int length;       /* out */
};

static int compared_cs(void *ctx)
{
    struct compared_cs *cs = ctx;
    struct queue *q = cs->q;
    int length;

    length = ++q->length;
    cs->length = length;
    return 0;
}

int compared(struct queue *q)
{
    int length;

    struct compared_cs cs = { .q = q };
    if (rcl_tryexec(&q->lock, compared_cs, &cs, sizeof(cs)) < 0)
        return -1;
    length = cs.length;
    return length;
}

int named(struct queue *q)
{
    status got = attempt(&q->lock);

    if (got == DONE) {
        q->length += 2;
        rcl_unlock(&q->lock);
    }
    return got;
}

int busy(struct queue *q)
{
    if (unless_busy(&q->lock)) {
        q->length += 4;
        rcl_unlock(&q->lock);
    }
    return 0;
}

struct taken_cs {     /* q->lock, in.c:102-104 */
    struct queue *q;  /* in */
    int length;       /* out */
};

static int taken_cs(void *ctx)
{
    struct taken_cs *cs = ctx;
    struct queue *q = cs->q;
    int length;

    length = ++q->length;
    cs->length = length;
    return 0;
}

int taken(struct queue *q)
{
    int length = 0;

    struct taken_cs cs = { .q = q };
    int way = rcl_exec_anon(&q->lock, taken_cs, &cs, sizeof(cs));

    if (way < 0) {
        length = -1;
    }
    if (way == 0)
        length = cs.length;
    return length;
}

struct acquired_cs {  /* q->lock, in.c:113-116 */
    struct queue *q;  /* in */
};

static int acquired_cs(void *ctx)
{
    struct acquired_cs *cs = ctx;
    struct queue *q = cs->q;

    q->length += 3;
    return 0;
}

int acquired(struct queue *q)
{
    struct acquired_cs cs = { .q = q };
    if (rcl_exec_anon(&q->lock, acquired_cs, &cs, sizeof(cs)) < 0)
        return -1;
    return 0;
}

int main(void)
{
    printf("%d ", entered(&queue));
    printf("%d ", compared(&queue));
    printf("%d ", named(&queue));
    printf("%d ", busy(&queue));
    printf("%d ", taken(&queue));
    printf("%d\n", acquired(&queue));
    return queue.length != 12;
}
