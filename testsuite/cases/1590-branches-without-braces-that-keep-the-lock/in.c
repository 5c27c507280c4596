// Of branches without braces some give the lock back, others hand it on.
#include <pthread.h>
#include <stdio.h>

struct queue {
    pthread_mutex_t lock;
    int length;
};

static struct queue *kept;

static void hand_on(struct queue *q)
{
    if (q->length > 9)
        pthread_mutex_unlock(&q->lock);
    else
        kept = q;
}

static void taken_over(void)
{
    if (kept)
        pthread_mutex_unlock(&kept->lock);
    kept = NULL;
}

static void in_the_middle(struct queue *q, int n)
{
    pthread_mutex_lock(&q->lock);
    q->length += n;
    if (n == 1)
        hand_on(q);
    else if (n == 2)
        pthread_mutex_unlock(&q->lock);
    else
        hand_on(q);
}

static int at_the_end(struct queue *q, int n)
{
    pthread_mutex_lock(&q->lock);
    q->length += n;
    if (n == 1)
        hand_on(q);
    else if (++q->length % 2)
        hand_on(q);
    else
        pthread_mutex_unlock(&q->lock);
    return n;
}

static void in_a_loop(struct queue *q, int n)
{
    pthread_mutex_lock(&q->lock);
    q->length += n;
    if (n == 1)
        pthread_mutex_unlock(&q->lock);
    else
        while (n-- > 0)
            if (n == 0)
                hand_on(q);
}

int main(void)
{
    static struct queue q = { PTHREAD_MUTEX_INITIALIZER, 0 };

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
