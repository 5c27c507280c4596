#include <pthread.h>
struct counter { pthread_mutex_t lock; int n; };
void counter_init(struct counter *c);
int counter_next(struct counter *c);
void counter_init(struct counter *c)
{
    pthread_mutex_init(&c->lock, NULL);
    c->n = 0;
}
int counter_next(struct counter *c)
{
    int n;
    pthread_mutex_lock(&c->lock);
    n = ++c->n;
    pthread_mutex_unlock(&c->lock);
    return n;
}
