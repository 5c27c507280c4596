/* Memory by the size of a type that is as large as a mutex and holds none: that of the runtime's is another one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef char slot[sizeof(pthread_mutex_t)];

static pthread_mutex_t *lock;
static int total;

static int add(int n)
{
    pthread_mutex_lock(lock);
    total += n;
    n = total;
    pthread_mutex_unlock(lock);
    return n;
}

int main(void)
{
    lock = malloc(sizeof(slot));
    pthread_mutex_init(lock, NULL);
    printf("%d\n", add(1));
    printf("%d\n", add(2));
    return 0;
}
