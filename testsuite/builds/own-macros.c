#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef THREADS
#define INIT(m) pthread_mutex_init(m, NULL)
#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
#else
#define INIT(m)
#define LOCK(m)
#define UNLOCK(m)
#endif
struct queue { pthread_mutex_t m; int n; };
static int add(struct queue *queue, int n)
{
    LOCK(&queue->m);
    queue->n += n;
    n = queue->n;
    UNLOCK(&queue->m);
    return n;
}
#ifdef THREADS
static
#else
extern int put(struct queue *queue, int n);
#endif
int put(struct queue *queue, int n)
{
    LOCK(&queue->m);
    queue->n += n;
    UNLOCK(&queue->m);
    return n;
}
#ifdef THREADS
static int take(struct queue *queue, int n)
{
    LOCK(&queue->m);
    n = queue->n -= n;
    UNLOCK(&queue->m);
    return n;
}
#endif
int main(void)
{
    struct queue *queue = malloc(sizeof *queue);
    memset(queue, 0x5a, sizeof *queue);
    INIT(&queue->m);
    queue->n = 0;
    int sum = add(queue, 3) + add(queue, 4) + put(queue, 5);
#ifdef THREADS
    sum += take(queue, 3) - 4;
#endif
    free(queue);
    printf("%d\n", sum);
    return 0;
}
