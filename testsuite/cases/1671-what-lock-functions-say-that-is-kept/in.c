/* Lock functions that say by a number of their own that there is no mutex, which their callers keep. */
#include <pthread.h>
#include <stdio.h>
enum ret { OK, PARAMS, LOCK_FAILED, NO_ITEM };
struct table { pthread_mutex_t lock; int n; long sum; int items[16]; };

static int table_lock(struct table *t)
{
    if (t == NULL)
        return PARAMS;
    if (pthread_mutex_lock(&t->lock) != 0)
        return LOCK_FAILED;
    return OK;
}

static int table_unlock(struct table *t)
{
    if (t == NULL)
        return PARAMS;
    if (pthread_mutex_unlock(&t->lock) != 0)
        return LOCK_FAILED;
    return OK;
}

static int table_add(struct table *t, int item)
{
    int ret;

    if ((ret = table_lock(t)) != OK) {
        return ret;
    }
    if (t->n == 16) {
        table_unlock(t);
        return NO_ITEM;
    }
    t->items[t->n++] = item;
    t->sum += item;
    table_unlock(t);
    return OK;
}

static int table_count(struct table *t)
{
    int n, ret = table_lock(t);

    if (ret != OK) {
        fprintf(stderr, "no lock\n");
        return -ret;
    }
    n = t->n;
    table_unlock(t);
    return n;
}

static int table_each(struct table *t, int *all)
{
    int n = 0, ret, i;

    ret = table_lock(t);
    if (ret)
        return ret;
    for (i = 0; i < t->n; i++) {
        if (t->items[i] == 30) {
            ret = NO_ITEM;
            break;
        }
        n += t->items[i];
    }
    table_unlock(t);
    *all = n;
    return ret;
}

static int table_clear(struct table *t)
{
    int ret;

    if ((ret = table_lock(t)) == OK) {
        t->n = 0;
        table_unlock(t);
    }
    return ret;
}

static int table_last(struct table *t)
{
    int ret, last;

    if ((ret = table_lock(t)) != OK)
        return -ret;
    last = t->items[t->n - 1];
    if ((ret = table_unlock(t)) != OK)
        return -ret;
    return last;
}
/* it only says whether there is none, or more is done than to look at it */
static int table_bad(struct table *t)
{
    int bad;

    if ((bad = table_lock(t) != OK))
        return bad;
    t->sum = 0;
    table_unlock(t);
    return bad;
}

static int table_first(struct table *t)
{
    int first = 0, ret;

    ret = table_lock(t);
    if (ret == OK) {
        first = t->items[0];
        table_unlock(t);
    } else {
        fprintf(stderr, "no lock: %d\n", ret);
    }
    return first + ret;
}

static struct table the_table = { PTHREAD_MUTEX_INITIALIZER };
int main(void)
{
    int i, all = 0;
    struct table *t = &the_table;

    for (i = 0; i < 18; i++)
        printf("%d ", table_add(t, i));
    printf("%d %d ", table_count(t), table_each(t, &all));
    printf("%d %d\n", table_last(t), all);
    printf("%d %d %d %d %d\n", table_add(NULL, 3), table_count(NULL), table_each(NULL, &all), table_clear(NULL), table_last(NULL));
    printf("%d %d %d ", table_bad(t), table_bad(NULL), table_first(t) + table_first(NULL));
    printf("%d ", table_clear(t));
    printf("%d\n", table_count(t));
    return 0;
}
