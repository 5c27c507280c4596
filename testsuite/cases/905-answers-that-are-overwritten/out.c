/* A variable that has held the answer of an attempt says nothing of the lock any more once it has another value. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static int work(int n)
{
    total += n;
    return total % 3;
}

struct left_behind_cs {  /* lock, in.c:19-31 */
    int n;               /* in */
    int ret;             /* out */
};

static int left_behind_cs(void *ctx)
{
    struct left_behind_cs *cs = ctx;
    int n = cs->n;
    int ret;

    ret = work(n);
    if (ret)
        goto out;
    total += 100;
    ret = work(n + 1);
    if (ret)
        goto out;
    total += 1000;
out:
    cs->ret = ret;
    return 0;
}

static int left_behind(int n)
{
    int ret;

    struct left_behind_cs cs = { .n = n };
    ret = -rcl_tryexec(&lock, left_behind_cs, &cs, sizeof(cs));
    if (ret)
        return -1;
    ret = cs.ret;
    return ret;
}

struct left_in_branch_cs {  /* lock, in.c:37-48 */
    int n;                  /* in */
    int ret;                /* out */
};

static int left_in_branch_cs(void *ctx)
{
    struct left_in_branch_cs *cs = ctx;
    int n = cs->n;
    int ret;

    ret = work(n);
    if (ret) {
        total += 7;
        return 1;
    }
    total += 100;
    cs->ret = ret;
    return 0;
}

static int left_in_branch(int n)
{
    struct left_in_branch_cs cs = { .n = n };
    int way = rcl_tryexec(&lock, left_in_branch_cs, &cs, sizeof(cs));
    int ret = way < 0 ? -way : 0;

    if (ret)
        return -1;
    if (way == 1)
        return 5;
    ret = cs.ret;
    return ret;
}

struct kept_cs {  /* lock, in.c:55-62 */
    int n;        /* in */
};

static int kept_cs(void *ctx)
{
    struct kept_cs *cs = ctx;
    int n = cs->n;
    int ret;

    ret = work(n);
    if (ret)
        return RCL_KEEP | 1;
    return 0;
}

/* keeps the lock if it returns 5 */
static int kept(int n)
{
    struct kept_cs cs = { .n = n };
    int way = rcl_tryexec(&lock, kept_cs, &cs, sizeof(cs));
    int ret = way < 0 ? -way : 0;

    if (ret)
        return -1;
    if (way == 1)
        return 5;
    return 0;
}

static int given_back(int n)
{
    int ret = kept(n);

    if (ret == 5)
        rcl_unlock(&lock);
    return ret;
}

static int counted(int n)
{
    int ret = rcl_trylock(&lock);

    ret += n;
    if (ret)
        return ret;
    total++;
    rcl_unlock(&lock);
    return 0;
}

static int not_always_tried(int n)
{
    int ret = EBUSY;

    if (n != 2)
        ret = rcl_trylock(&lock);
    if (ret)
        return -2;
    total += 3;
    rcl_unlock(&lock);
    return total;
}

static int behind_pointer(int *ret, int n)
{
    *ret = rcl_trylock(&lock);
    if (*ret)
        return -1;
    *ret = work(n);
    if (*ret) {
        total += 7;
        rcl_unlock(&lock);
        return 5;
    }
    rcl_unlock(&lock);
    return 1;
}

int main(void)
{
    int ret;

    for (int n = 0; n < 9; n++) {
        printf("%d\n", left_behind(n));
        printf("%d\n", left_in_branch(n));
        printf("%d\n", given_back(n));
        printf("%d\n", not_always_tried(n));
        printf("%d\n", behind_pointer(&ret, n));
    }
    printf("%d\n", counted(0));
    printf("%d\n", total);
    return 0;
}
