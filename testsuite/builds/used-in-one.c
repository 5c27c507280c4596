#include <pthread.h>
#include <stdio.h>
struct box { pthread_mutex_t own; int n, m; };
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
#ifdef A
#define STAT(b, k) do { pthread_mutex_lock(&(b)->own); (b)->n += (k); pthread_mutex_unlock(&(b)->own); } while (0)
#else
#define STAT(b, k) do { pthread_mutex_lock(&(b)->own); (b)->m += (k); pthread_mutex_unlock(&(b)->own); } while (0)
#endif
#ifdef A
#define FIELD n
#else
#define FIELD m
#endif
#define STEP(b, k) do { pthread_mutex_lock(&(b)->own); (b)->FIELD += (k); pthread_mutex_unlock(&(b)->own); } while (0)
#define MORE(b, k) do { pthread_mutex_lock(&(b)->own); (b)->n += (k); pthread_mutex_unlock(&(b)->own); } while (0)
#define LESS(b, k) do { pthread_mutex_lock(&(b)->own); (b)->n -= (k); pthread_mutex_unlock(&(b)->own); } while (0)
static int first(struct box *b, int n)
{
    STAT(b, n);
    STEP(b, n);
#ifdef A
    MORE(b, n);
#endif
    LESS(b, n);
    return n;
}
int main(void)
{
    for (int n = 0; n < 4; n++)
        printf("%d %d %d\n", first(&box, n), box.n, box.m);
    return 0;
}
