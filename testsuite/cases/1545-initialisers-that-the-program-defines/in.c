/* The program gives the initialiser another meaning: its mutexes are recursive. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n)
{
    pthread_mutex_lock(&lock);
    total += n;
    if (n > 0)
        add(n - 1);
    n = total;
    pthread_mutex_unlock(&lock);
    return n;
}

int main(void)
{
    printf("%d\n", add(3));
    return 0;
}
