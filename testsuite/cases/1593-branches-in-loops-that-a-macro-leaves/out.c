// A branch without braces in a loop, all of which a macro makes that gives the lock back and leaves, is the client's.
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct item {
    struct item *next;
    int value;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct item last = { NULL, 5 }, first = { &last, 3 };
static int looked;

#define RETURN_UNLOCKED(value) do { rcl_unlock(&lock); return (value); } while (0)
#define LEAVE_UNLOCKED(label) do { rcl_unlock(&lock); goto label; } while (0)

struct found_cs {       /* lock, in.c:19-24 */
    int value;          /* in */
    struct item *item;  /* out */
};

static int found_cs(void *ctx)
{
    struct found_cs *cs = ctx;
    int value = cs->value;

    for (struct item *item = &first; item; item = item->next)
        if (item->value == value) {
            cs->item = item;
            return 1;
        }
    looked++;
    return 0;
}

static int found(int value)
{
    struct found_cs cs = { .value = value };
    if (rcl_exec_anon(&lock, found_cs, &cs, sizeof(cs)) == 1) {
        struct item *item = cs.item;
        return item->value * 2;
    }
    return 0;
}

struct found_in_a_block_cs {  /* lock, in.c:32-41 */
    int value;                /* in */
    struct item *item;        /* in-out */
};

static int found_in_a_block_cs(void *ctx)
{
    struct found_in_a_block_cs *cs = ctx;
    int value = cs->value;
    struct item *item = cs->item;

    while (item) {
        looked++;
        if (item->value == value) {
            cs->item = item;
            return 1;
        }
        else if (item->value > 4 * value)
            return 2;
        item = item->next;
    }
    return 3;
}

static int found_in_a_block(int value)
{
    struct item *item = &first;

    struct found_in_a_block_cs cs = { .value = value, .item = item };
    int way = rcl_exec_anon(&lock, found_in_a_block_cs, &cs, sizeof(cs));

    if (way == 1) {
        item = cs.item;
        return item->value;
    }
    if (way == 2) {
        goto none;
    }
    return -1;
none:
    return -2;
}

int main(void)
{
    printf("%d %d ", found(3), found(4));
    printf("%d %d %d %d\n", found_in_a_block(5), found_in_a_block(4), found_in_a_block(0), looked);
    return 0;
}
