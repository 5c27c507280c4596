/* What a lock function is given is another number in its parameter, whose type is another one in each build. */
#include <pthread.h>
#include <stdio.h>

#ifdef SMALL
typedef unsigned char flag;
typedef int wide;
#else
typedef int flag;
typedef long wide;
#endif

struct queue {
    pthread_mutex_t *mutex;
    int length;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct queue locked = { &mutex, 0 }, unlocked;

static void lock_if(struct queue *q, flag wanted)
{
    if (wanted)
        pthread_mutex_lock(q->mutex);
}

static void unlock_if(struct queue *q, flag wanted)
{
    if (wanted)
        pthread_mutex_unlock(q->mutex);
}

static void lock_wide(struct queue *q, int wanted)
{
    if (wanted)
        pthread_mutex_lock(q->mutex);
}

static void unlock_wide(struct queue *q, int wanted)
{
    if (wanted)
        pthread_mutex_unlock(q->mutex);
}

#ifdef SMALL
static void lock_each(struct queue *q, unsigned char wanted)
#else
static void lock_each(struct queue *q, int wanted)
#endif
{
    if (wanted)
        pthread_mutex_lock(q->mutex);
}

static void unlock_each(struct queue *q, flag wanted)
{
    if (wanted)
        pthread_mutex_unlock(q->mutex);
}

static void add(struct queue *q, int n)
{
    lock_if(q, n);
    q->length += n;
    unlock_if(q, n);
}

static void add_wide(struct queue *q, wide n)
{
    lock_wide(q, n);
    q->length += 1;
    unlock_wide(q, n);
}

static void add_each(struct queue *q, int n)
{
    lock_each(q, n);
    q->length += 1;
    unlock_each(q, n);
}

int main(void)
{
    add(&locked, 1);
    add(sizeof(flag) == 1 ? &unlocked : &locked, 256);
    add_each(&locked, 1);
    add_each(sizeof(flag) == 1 ? &unlocked : &locked, 256);
    add_wide(&locked, 1);
    add_wide(&unlocked, sizeof(wide) == sizeof(int) ? 0 : (wide)((unsigned long)1 << 40));
    printf("%d %d\n", locked.length, unlocked.length);
    return 0;
}
