// Of branches without braces some give the lock back, others hand it on.
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
    rcl_mutex_t lock;
    int length;
};

static struct queue *kept;

static void hand_on(struct queue *q)
{
    if (q->length > 9)
        rcl_unlock(&q->lock);
    else
        kept = q;
}

static void taken_over(void)
{
    if (kept)
        rcl_unlock(&kept->lock);
    kept = NULL;
}

struct in_the_middle_cs {  /* q->lock, in.c:29-36 */
    struct queue *q;       /* in */
    int n;                 /* in */
};

static int in_the_middle_cs(void *ctx)
{
    struct in_the_middle_cs *cs = ctx;
    struct queue *q = cs->q;
    int n = cs->n;

    q->length += n;
    if (n == 1)
        return RCL_KEEP | 1;
    else if (n == 2) {
        return 2;
    }
    else
        return RCL_KEEP | 1;
}

static void in_the_middle(struct queue *q, int n)
{
    struct in_the_middle_cs cs = { .q = q, .n = n };
    int way = rcl_exec_anon(&q->lock, in_the_middle_cs, &cs, sizeof(cs));

    if (way == 1) {
        hand_on(q);
    }
}

struct at_the_end_cs {  /* q->lock, in.c:41-48 */
    struct queue *q;    /* in */
    int n;              /* in */
};

static int at_the_end_cs(void *ctx)
{
    struct at_the_end_cs *cs = ctx;
    struct queue *q = cs->q;
    int n = cs->n;

    q->length += n;
    if (n == 1)
        return RCL_KEEP | 1;
    else if (++q->length % 2)
        return RCL_KEEP | 1;
    else {
        return 2;
    }
}

static int at_the_end(struct queue *q, int n)
{
    struct at_the_end_cs cs = { .q = q, .n = n };
    int way = rcl_exec_anon(&q->lock, at_the_end_cs, &cs, sizeof(cs));

    if (way == 1) {
        hand_on(q);
    }
    return n;
}

struct in_a_loop_cs {  /* q->lock, in.c:54-61 */
    struct queue *q;   /* in */
    int n;             /* in */
};

static int in_a_loop_cs(void *ctx)
{
    struct in_a_loop_cs *cs = ctx;
    struct queue *q = cs->q;
    int n = cs->n;

    q->length += n;
    if (n == 1) {
        return 1;
    }
    else
        return RCL_KEEP | 2;
    return RCL_KEEP;
}

static void in_a_loop(struct queue *q, int n)
{
    struct in_a_loop_cs cs = { .q = q, .n = n };
    int way = rcl_exec_anon(&q->lock, in_a_loop_cs, &cs, sizeof(cs));

    if (way == 2) {
        while (n-- > 0)
            if (n == 0)
                hand_on(q);
    }
}

int main(void)
{
    static struct queue q = { RCL_MUTEX_INITIALIZER(queue_lock), 0 };

    for (int n = 1; n < 5; n++) {
        in_the_middle(&q, n);
        taken_over();
        printf("%d ", at_the_end(&q, n));
        taken_over();
        in_a_loop(&q, n);
        taken_over();
    }
    printf("%d\n", q.length);
    return 0;
}
