#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t listed[] = {
#include "list.inc"
};
static struct pair { pthread_mutex_t lock; int n; } pairs[] = {
#include "pairs.inc"
};
static struct table { pthread_mutex_t lock; int n[2]; } table = { PTHREAD_MUTEX_INITIALIZER, {
#include "numbers.inc"
} };
static pthread_mutex_t said = LOCK;
static int add(int by)
{
    pthread_mutex_lock(&listed[1]);
    by += table.n[1];
    pthread_mutex_unlock(&listed[1]);
    pthread_mutex_lock(&pairs[1].lock);
    by = pairs[1].n += by;
    pthread_mutex_unlock(&pairs[1].lock);
    pthread_mutex_lock(&said);
    by += table.n[0];
    pthread_mutex_unlock(&said);
    return by;
}
static int change(int by)
{
    pthread_mutex_lock(&table.lock);
    by = table.n[1] += by;
    pthread_mutex_unlock(&table.lock);
    return by;
}
int main(void)
{
    printf("%d %d\n", change(3), add(4));
    return 0;
}
