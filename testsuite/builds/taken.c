#include <pthread.h>
#include <stdio.h>
struct box { pthread_mutex_t lock; int n; };
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 3 };
static int take(struct box *b) { return pthread_mutex_lock(&b->lock); }
static int give(struct box *b) { return pthread_mutex_unlock(&b->lock); }
static int more(struct box *b, int n)
{
#ifdef FEATURE
    if (take(b) != 0)
        return -1;
    b->n += n;
    give(b);
#endif
    return n;
}
static int twice(struct box *b, int late)
{
    if (late)
        take(b);
    late = !late;
    if (!late)
        give(b);
    return b->n *= 2;
}
int main(void)
{
    printf("%d %d %d\n", more(&box, 4), twice(&box, 0), twice(&box, 1));
    return 0;
}
