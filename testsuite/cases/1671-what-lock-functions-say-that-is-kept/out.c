/* Lock functions that say by a number of their own that there is no mutex, which their callers keep. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
enum ret { OK, PARAMS, LOCK_FAILED, NO_ITEM };
struct table { rcl_mutex_t lock; int n; long sum; int items[16]; };

static rcl_mutex_t *table_mutex(struct table *t)
{
    return &t->lock;
}

static int table_lock(struct table *t)
{
    if (t == NULL)
        return PARAMS;
    if (rcl_lock(&t->lock) != 0)
        return LOCK_FAILED;
    return OK;
}

static int table_unlock(struct table *t)
{
    if (t == NULL)
        return PARAMS;
    if (rcl_unlock(&t->lock) != 0)
        return LOCK_FAILED;
    return OK;
}

struct table_add_cs {  /* t->lock, in.c:29-38 */
    struct table *t;   /* in */
    int item;          /* in */
};

static int table_add_cs(void *ctx)
{
    struct table_add_cs *cs = ctx;
    struct table *t = cs->t;
    int item = cs->item;

    if (t->n == 16) {
        return 1;
    }
    t->items[t->n++] = item;
    t->sum += item;
    return 0;
}

static int table_add(struct table *t, int item)
{
    int ret;

    struct table_add_cs cs = { .t = t, .item = item };
    int way = t == NULL ? -1 : rcl_exec_anon(table_mutex(t), table_add_cs, &cs, sizeof(cs));

    if ((ret = way < 0 ? table_lock(t) : 0) != OK) {
        return ret;
    }
    if (way == 1)
        return NO_ITEM;
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

struct table_each_cs {  /* t->lock, in.c:59-69 */
    struct table *t;    /* in */
    int n;              /* in-out */
    int ret;            /* in-out */
};

static int table_each_cs(void *ctx)
{
    struct table_each_cs *cs = ctx;
    struct table *t = cs->t;
    int n = cs->n;
    int ret = cs->ret;
    int i;

    for (i = 0; i < t->n; i++) {
        if (t->items[i] == 30) {
            ret = NO_ITEM;
            break;
        }
        n += t->items[i];
    }
    cs->n = n;
    cs->ret = ret;
    return 0;
}

static int table_each(struct table *t, int *all)
{
    int n = 0, ret;

    struct table_each_cs cs = { .t = t, .n = n, .ret = 0 };
    int way = t == NULL ? -1 : rcl_exec_anon(table_mutex(t), table_each_cs, &cs, sizeof(cs));

    ret = way < 0 ? table_lock(t) : 0;
    if (ret)
        return ret;
    n = cs.n;
    ret = cs.ret;
    *all = n;
    return ret;
}

struct table_clear_cs {  /* t->lock, in.c:78-80 */
    struct table *t;     /* in */
};

static int table_clear_cs(void *ctx)
{
    struct table_clear_cs *cs = ctx;
    struct table *t = cs->t;

    t->n = 0;
    return 0;
}

static int table_clear(struct table *t)
{
    int ret;

    struct table_clear_cs cs = { .t = t };
    int way = t != NULL ? rcl_exec_anon(table_mutex(t), table_clear_cs, &cs, sizeof(cs)) : -1;

    ret = way < 0 ? table_lock(t) : 0;
    return ret;
}

struct table_last_cs {  /* t->lock, in.c:89-92 */
    struct table *t;    /* in */
    int last;           /* out */
};

static int table_last_cs(void *ctx)
{
    struct table_last_cs *cs = ctx;
    struct table *t = cs->t;
    int last;

    last = t->items[t->n - 1];
    cs->last = last;
    return 0;
}

static int table_last(struct table *t)
{
    int ret, last;

    struct table_last_cs cs = { .t = t };
    int way = t == NULL ? -1 : rcl_exec_anon(table_mutex(t), table_last_cs, &cs, sizeof(cs));

    if ((ret = way < 0 ? table_lock(t) : 0) != OK)
        return -ret;
    last = cs.last;
    return last;
}

struct table_bad_cs {  /* t->lock, in.c:101-104 */
    struct table *t;   /* in */
};

static int table_bad_cs(void *ctx)
{
    struct table_bad_cs *cs = ctx;
    struct table *t = cs->t;

    t->sum = 0;
    return 0;
}

/* it only says whether there is none, or more is done than to look at it */
static int table_bad(struct table *t)
{
    int bad;

    struct table_bad_cs cs = { .t = t };
    int way = t == NULL ? -1 : rcl_exec_anon(table_mutex(t), table_bad_cs, &cs, sizeof(cs));

    if ((bad = (way < 0) != OK))
        return bad;
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

static struct table the_table = { RCL_MUTEX_INITIALIZER(table_lock) };
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
