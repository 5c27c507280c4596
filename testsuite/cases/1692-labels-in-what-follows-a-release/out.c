#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int queued[4], count, lost;

struct handle_cs {  /* lock, in.c:12-31 */
    int got;        /* out */
};

static int handle_cs(void *ctx)
{
    struct handle_cs *cs = ctx;
    int got;

    if (count > 0) {
        got = queued[--count];
        if (count == 0)
            lost++;
        cs->got = got;
        return 1;
    } else {
        return 2;
    }
}

/* The labels of a branch are its own. */
static int handle(int bad)
{
    int ret, got;

    struct handle_cs cs;
    int way = rcl_exec_anon(&lock, handle_cs, &cs, sizeof(cs));

    if (way == 1) {
        got = cs.got;
        if (bad > 1)
            goto fail;
        printf("<%d> ", got);
        if (bad) {
fail:
            printf("fail ");
        } else {
            printf("fine ");
        }
        ret = got;
    } else {
        ret = 0;
    }
    return ret;
}

/* lock, in.c:38-49 */
static int again_cs(void *ctx)
{
    if (count < 2) {
        count++;
        return 1;
    }
    count--;
    return 0;
}

static int again(int times)
{
    if (rcl_exec_anon(&lock, again_cs, NULL, 0) == 1) {
    more:
        printf("%d times ", times);
        if (--times > 0)
            goto more;
        return times;
    }
    return 7;
}

struct into_cs {  /* lock, in.c:58-62 */
    int bad;      /* in */
};

static int into_cs(void *ctx)
{
    struct into_cs *cs = ctx;
    int bad = cs->bad;

    if (bad > 1) {
        return 1;
    }
    return RCL_KEEP;
}

/* These are jumped to with the lock, or from another branch. */
static int into(int bad)
{
    int ret = 1;

    struct into_cs cs = { .bad = bad };
    if (rcl_exec_anon(&lock, into_cs, &cs, sizeof(cs)) == 1)
        goto end;
    if (count > 0) {
        count--;
        rcl_unlock(&lock);
        ret = 2;
end:
        printf("end ");
    } else {
        rcl_unlock(&lock);
        ret = 0;
    }
    return ret;
}

static int with_lock(int bad)
{
    int ret = 1;

    rcl_lock(&lock);
    if (count > 0) {
        if (bad > 1)
            goto end;
        count--;
        rcl_unlock(&lock);
        ret = 2;
        goto out;
end:
        ret = 3;
        rcl_unlock(&lock);
out:
        printf("out ");
    } else {
        rcl_unlock(&lock);
        ret = 0;
    }
    return ret;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        count = 1;
        queued[0] = i + 5;
        printf("%d ", handle(i));
        printf("%d ", handle(i));
        printf("%d ", again(i));
        printf("%d ", again(2));
        printf("%d ", into(i));
        printf("%d ", with_lock(i));
        count = 2;
        printf("%d ", into(i));
        printf("%d %d %d\n", with_lock(i), count, lost);
    }
    return 0;
}
