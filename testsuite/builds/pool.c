#include <stdio.h>
#include "mutex.h"
struct pool { mx_t lock; int used; };
struct log { mx_t lock; int lines; };
static int take(struct pool *p, int n)
{
    int left;
    mx_lock(&p->lock);
    p->used += n;
#if DEBUG
    if (p->used > 100) {
        mx_unlock(&p->lock);
        return -1;
    }
#endif
    left = 100 - p->used;
    mx_unlock(&p->lock);
    return left;
}
static void note(struct log *log)
{
    mx_lock(&log->lock);
    log->lines++;
    mx_unlock(&log->lock);
}
int main(void)
{
    struct pool pool = { .used = 0 };
    struct log log = { .lines = 0 };
    int sum = mx_init(&pool.lock, NULL) + mx_init(&log.lock, NULL);
    for (int i = 0; i < 20; i++) {
        sum += take(&pool, 7);
        note(&log);
    }
    printf("%d %d %d\n", sum, pool.used, log.lines);
    return 0;
}
