#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#define TRUE 1
#define FALSE 0

typedef int BOOL;
typedef enum { DONE, FAILED = -3, TIMED_OUT = -4 } status;

struct queue {
    pthread_mutex_t lock;
    int length;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0 };

/* What these give is chosen by what the call gives. */
static BOOL try_enter(pthread_mutex_t *m)
{
    return pthread_mutex_trylock(m) == 0 ? TRUE : FALSE;
}

static BOOL try_take(pthread_mutex_t *m)
{
    int error = pthread_mutex_trylock(m);

    return error ? FALSE : TRUE;
}

static status attempt(pthread_mutex_t *m)
{
    return pthread_mutex_trylock(m) ? TIMED_OUT : DONE;
}

/* Who asks this one does not know what an error means: with any but EBUSY it says that it has the lock. */
static BOOL unless_busy(pthread_mutex_t *m)
{
    return pthread_mutex_trylock(m) == EBUSY ? FALSE : TRUE;
}

static long take(pthread_mutex_t *m)
{
    return pthread_mutex_lock(m) == 0 ? TRUE : FALSE;
}

static status acquire(pthread_mutex_t *m)
{
    return pthread_mutex_lock(m) ? FAILED : DONE;
}

static status release(pthread_mutex_t *m)
{
    return pthread_mutex_unlock(m) ? FAILED : DONE;
}

int entered(struct queue *q)
{
    if (try_enter(&q->lock)) {
        q->length++;
        pthread_mutex_unlock(&q->lock);
        return 1;
    }
    return 0;
}

int compared(struct queue *q)
{
    int length;

    if (try_take(&q->lock) != TRUE)
        return -1;
    length = ++q->length;
    pthread_mutex_unlock(&q->lock);
    return length;
}

int named(struct queue *q)
{
    status got = attempt(&q->lock);

    if (got == DONE) {
        q->length += 2;
        pthread_mutex_unlock(&q->lock);
    }
    return got;
}

int busy(struct queue *q)
{
    if (unless_busy(&q->lock)) {
        q->length += 4;
        pthread_mutex_unlock(&q->lock);
    }
    return 0;
}

int taken(struct queue *q)
{
    int length = 0;

    if (TRUE == take(&q->lock)) {
        length = ++q->length;
        pthread_mutex_unlock(&q->lock);
    } else {
        length = -1;
    }
    return length;
}

int acquired(struct queue *q)
{
    if (acquire(&q->lock) != DONE)
        return -1;
    q->length += 3;
    return release(&q->lock);
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
