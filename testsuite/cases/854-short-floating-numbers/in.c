#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int halved(_Float16 x)
{
    pthread_mutex_lock(&m);
    n++;
    x = x / 2;
    pthread_mutex_unlock(&m);
    return (int)(x * 100);
}

int main(void)
{
    printf("%d\n", halved(3));
    return 0;
}
