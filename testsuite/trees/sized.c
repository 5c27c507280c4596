#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "table.h"
typedef struct { pthread_mutex_t lock; int done; } work;
struct device { pthread_mutex_t lock; int reads; };
int other(int n);
static int add(struct table *t, int n)
{
    pthread_mutex_lock(&t->lock);
    n = t->n += n;
    pthread_mutex_unlock(&t->lock);
    return n;
}
static int end(work *w)
{
    int n;
    pthread_mutex_lock(&w->lock);
    n = ++w->done;
    pthread_mutex_unlock(&w->lock);
    return n;
}
static int get(struct device *d)
{
    int n;
    pthread_mutex_lock(&d->lock);
    n = ++d->reads;
    pthread_mutex_unlock(&d->lock);
    return n;
}
int main(void)
{
    struct table *t = calloc(1, sizeof(*t));
    struct device *d = calloc(1, sizeof(struct device));
    work w;
    memset(&w, 0, sizeof(w));
    pthread_mutex_init(&w.lock, NULL);
    pthread_mutex_init(&d->lock, NULL);
    pthread_mutex_init(&t->lock, NULL);
    printf("%d %d %d %d\n", add(t, 3), end(&w), get(d), other(2));
    return 0;
}
