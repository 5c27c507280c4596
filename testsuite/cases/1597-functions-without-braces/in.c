#include <pthread.h>
#include <stdio.h>

#define BEGIN {
#define END }
#define IF if (
#define THEN ) {
#define FI }

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int by)
BEGIN
    int now;

    pthread_mutex_lock(&lock);
    now = total += by;
    pthread_mutex_unlock(&lock);
    return now;
END

static int add_old(by)
    int by;
BEGIN
    pthread_mutex_lock(&lock);
    total += by;
    pthread_mutex_unlock(&lock);
    return by;
}

static int add_digraph(int by)
<%
    pthread_mutex_lock(&lock);
    total += by;
    pthread_mutex_unlock(&lock);
    return by;
%>

/* Other blocks may be begun by macros. */
static int add_some(int by)
{
    IF by > 2 THEN
        pthread_mutex_lock(&lock);
        total += by;
        pthread_mutex_unlock(&lock);
    FI
    return by;
}

int main(void)
{
    printf("%d %d %d %d\n", add(1), add_old(2), add_digraph(3), add_some(4));
    printf("%d\n", total);
    return 0;
}
