#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t lock; int n, held; };
extern long noted;
#ifdef DEBUG
#define NOTED_LOCK(b) do { noted++; pthread_mutex_lock(&(b)->lock); (b)->held = __LINE__ > 1; } while (0)
#define NOTED_UNLOCK(b) do { (b)->held = 0; pthread_mutex_unlock(&(b)->lock); } while (0)
#define PLAIN_LOCK(b) do { pthread_mutex_lock(&(b)->lock); noted++; } while (0)
#else
#define NOTED_LOCK(b) do { noted += 2; pthread_mutex_lock(&(b)->lock); (b)->held = 2; } while (0)
#define NOTED_UNLOCK(b) do { (b)->held = 0; if (pthread_mutex_unlock(&(b)->lock)) abort(); } while (0)
#define PLAIN_LOCK(b) pthread_mutex_lock(&(b)->lock)
#endif
int other(struct box *b, int k);
static inline int in_header(struct box *b)
{
    int r;
    NOTED_LOCK(b);
    r = b->n++ + b->held;
    NOTED_UNLOCK(b);
    return r;
}
