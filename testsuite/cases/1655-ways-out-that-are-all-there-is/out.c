/* Where each branch may give the lock back by a callback, and nothing else is done with it, nothing is moved. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct ticket {
    int size;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int pending;

static struct ticket *fire(int n)
{
    static struct ticket made;

    made.size = n;
    if (n > 70) {
        rcl_unlock(&lock);
        return NULL;
    }
    return &made;
}

static struct ticket *(*firing)(int) = fire;

static int reserve(int n)
{
    rcl_lock(&lock);
    struct ticket *ticket = NULL;
    if (n > 2) {
        ticket = firing(n);
        ticket->size++;
    } else {
        ticket = firing(n + 1);
    }
    pending += ticket->size;
    rcl_unlock(&lock);
    return n;
}

/* lock, in.c:44-51 */
static int counted_cs(void *ctx)
{
    if (pending > 2) {
        return RCL_KEEP | 1;
    } else {
        return RCL_KEEP | 2;
    }
}

/* here something is */
static int counted(int n)
{
    struct ticket *ticket;

    int way = rcl_exec_anon(&lock, counted_cs, NULL, 0);

    if (way == 1) {
        ticket = firing(n);
        ticket->size++;
    } else {
        ticket = firing(n + 1);
    }
    pending += ticket->size;
    rcl_unlock(&lock);
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
