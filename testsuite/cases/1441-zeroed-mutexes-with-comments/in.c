#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t none = { 0 /* not held */ };
static pthread_mutex_t counts /* of what is done */ = { { 0 } };
static int total;

static void add(int n)
{
    pthread_mutex_lock(&none);
    total += n;
    pthread_mutex_unlock(&none);
}

static int count(void)
{
    int n;

    pthread_mutex_lock(&counts);
    n = ++total;
    pthread_mutex_unlock(&counts);
    return n;
}

int main(void)
{
    add(3);
    printf("%d\n", count());
    return 0;
}
