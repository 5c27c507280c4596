/* Where each branch may give the lock back by a callback, and nothing else is done with it, nothing is moved. */
#include <pthread.h>
#include <stdio.h>

struct ticket {
    int size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pending;

static struct ticket *fire(int n)
{
    static struct ticket made;

    made.size = n;
    if (n > 70) {
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    return &made;
}

static struct ticket *(*firing)(int) = fire;

static int reserve(int n)
{
    pthread_mutex_lock(&lock);
    struct ticket *ticket = NULL;
    if (n > 2) {
        ticket = firing(n);
        ticket->size++;
    } else {
        ticket = firing(n + 1);
    }
    pending += ticket->size;
    pthread_mutex_unlock(&lock);
    return n;
}

/* here something is */
static int counted(int n)
{
    pthread_mutex_lock(&lock);
    struct ticket *ticket = NULL;
    if (pending > 2) {
        ticket = firing(n);
        ticket->size++;
    } else {
        ticket = firing(n + 1);
    }
    pending += ticket->size;
    pthread_mutex_unlock(&lock);
    return n;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 6; i++)
        sum += reserve(i) + counted(i);
    printf("%d %d\n", pending, sum);
    return 0;
}
