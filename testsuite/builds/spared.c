#include <pthread.h>
#include <stdio.h>
struct box { pthread_mutex_t lock; int n; };
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 3 };
#define TAKE(b) take(b)
#define GIVE(b) give(b)
static void take(struct box *b) { pthread_mutex_lock(&b->lock); }
static void give(struct box *b) { pthread_mutex_unlock(&b->lock); }
static void more(struct box *b, int n)
{
    TAKE(b);
    b->n += n;
    GIVE(b);
}
int main(int argc, char **argv)
{
    more(&box, argc);
#ifdef FEATURE
    int late = argc == 1;
    if (late)
        TAKE(&box);
    late = !late;
    if (!late)
        GIVE(&box);
#endif
    printf("%d %d\n", box.n, argv[0] != NULL);
    return 0;
}
