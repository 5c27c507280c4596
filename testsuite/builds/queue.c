#include <stdio.h>
#include "mutex.h"
struct queue { mx_t lock; cv_t filled; int jobs, taken; };
static int take(struct queue *q)
{
    int job;
    MX_LOCK(&q->lock);
    while (q->jobs == 0) {
        cv_wait(&q->filled, &q->lock);
    }
    job = q->jobs--;
    q->taken++;
    mx_unlock(&q->lock);
    return job;
}
static void await(struct queue *q, int taken)
{
    mx_t *lock = &q->lock;
    MX_LOCK(lock);
    while (q->taken < taken) {
        cv_wait(&q->filled, lock);
    }
    mx_unlock(lock);
}
static void add(struct queue *q)
{
    MX_LOCK(&q->lock);
    q->jobs++;
    cv_signal(&q->filled);
    mx_unlock(&q->lock);
}
static void *work(void *q)
{
    for (int i = 0; i < 20; i++)
        add(q);
    return NULL;
}
int main(void)
{
    struct queue q = { .jobs = 0, .taken = 0 };
    int failed = mx_init(&q.lock, NULL) + cv_init(&q.filled, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, work, &q);
    for (int i = 0; i < 20; i++)
        take(&q);
    await(&q, 20);
    pthread_join(thread, NULL);
    printf("%d %d %d\n", failed, q.jobs, q.taken);
    return 0;
}
