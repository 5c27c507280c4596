#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;

/* does nothing unless the call has failed */
void die_if(int error, const char *what)
{
    if (error != 0) {
        fprintf(stderr, "%s: %s\n", what, strerror(error));
        exit(1);
    }
}

static int checked(int error, const char *file, int line)
{
    if (error == 0)
        return 0;
    fprintf(stderr, "%s:%d: %s\n", file, line, strerror(error));
    return -1;
}

#define CHECKED(call) checked(call, __FILE__, __LINE__)

/* Nothing but what is checked uses this one: it goes. */
static void must(int well)
{
    if (!well)
        abort();
}

/* does something in any case */
static void counted(int error)
{
    calls++;
    if (error)
        abort();
}

/* may end the program for something else */
static void bounded(int error)
{
    if (error || total > 1000)
        abort();
}

int died(int by)
{
    die_if(pthread_mutex_lock(&lock), "lock");
    if (by < 0) {
        die_if(pthread_mutex_unlock(&lock), "unlock");
        return -1;
    }
    total += by;
    die_if(pthread_mutex_unlock(&lock), "unlock");
    return 0;
}

int by_macro(int by)
{
    int now;

    CHECKED(pthread_mutex_lock(&lock));
    now = total += by;
    (void)CHECKED(pthread_mutex_unlock(&lock));
    return now;
}

int compared(int by)
{
    int now;

    must(pthread_mutex_lock(&lock) == 0);
    now = total += by;
    must(!pthread_mutex_unlock(&lock));
    return now;
}

int others(int by)
{
    int now;

    counted(pthread_mutex_lock(&lock));
    now = total += by;
    bounded(pthread_mutex_unlock(&lock));
    return now;
}

int main(void)
{
    printf("%d ", died(1));
    printf("%d ", by_macro(2));
    printf("%d ", compared(3));
    printf("%d\n", others(4));
    return calls != 1;
}
