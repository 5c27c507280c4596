/* Memory for a structure up to the end of its mutex: the size of that is the runtime's. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct counter {
    int total;
    pthread_mutex_t lock;
};

static struct counter *new_counter(void)
{
    struct counter *made = malloc(offsetof(struct counter, lock) + sizeof(pthread_mutex_t));
    struct counter *other;

    other = malloc(offsetof(struct counter, lock) + sizeof(pthread_mutex_t));
    other->total = 1;
    made->total = other->total;
    free(other);
    pthread_mutex_init(&made->lock, NULL);
    return made;
}

static int add(struct counter *counter, int n)
{
    pthread_mutex_lock(&counter->lock);
    counter->total += n;
    n = counter->total;
    pthread_mutex_unlock(&counter->lock);
    return n;
}

int main(void)
{
    struct counter *counter = new_counter();
    printf("%d\n", add(counter, 1));
    printf("%d\n", add(counter, 2));
    free(counter);
    return 0;
}
