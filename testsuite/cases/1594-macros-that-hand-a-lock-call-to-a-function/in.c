// A macro hands what a lock call gives to a function: the macro's statement moves with the section, with 0 in it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
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

static int added(struct queue *q, int n)
{
    CHECK("lock", pthread_mutex_lock(&q->lock));
    total += n;
    CHECK("unlock", pthread_mutex_unlock(&q->lock));
    return n;
}

static int left(struct queue *q, int n)
{
    int error;

    error = CHECK("lock", pthread_mutex_lock(&q->lock));
    if (n > 2) {
        q->length++;
        CHECK("unlock", (pthread_mutex_unlock(&q->lock)));
        return -1;
    }
    total += n;
    error += CHECK("unlock", pthread_mutex_unlock(&q->lock));
    return error;
}

static int own(int n)
{
    struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 1 }, *q = &queue;

    CHECK("lock", pthread_mutex_lock(&queue.lock));
    queue.length += n;
    q->length++;
    CHECK("unlock", pthread_mutex_unlock(&queue.lock));
    return queue.length;
}

static int paused(struct queue *q, int n)
{
    CHECK("lock", pthread_mutex_lock(&q->lock));
    while (total > 20) {
        CHECK("unlock", pthread_mutex_unlock(&q->lock));
        n++;
        CHECK("lock", pthread_mutex_lock(&q->lock));
        total -= 5;
    }
    CHECK("unlock", pthread_mutex_unlock(&q->lock));
    return n;
}

static void written_out(struct queue *q)
{
    CHECK_TEXT(pthread_mutex_lock(&q->lock));
    total++;
    CHECK_TEXT(pthread_mutex_unlock(&q->lock));
}

int main(void)
{
    static struct queue q = { PTHREAD_MUTEX_INITIALIZER, 0 };

    printf("%d %d %d ", added(&q, 30), left(&q, 2), left(&q, 3));
    printf("%d %d %d ", own(3), paused(&q, 4), checked);
    written_out(&q);
    printf("%d %d\n", q.length, total);
    return 0;
}
