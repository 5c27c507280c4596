#include <pthread.h>
struct box { pthread_mutex_t lock; int n; };
static int take(struct box *b) { return pthread_mutex_lock(&b->lock); }
static int give(struct box *b) { return pthread_mutex_unlock(&b->lock); }
int twice(struct box *b, int late);
