#include <pthread.h>
#include "rcl_config.h"
#include <stdlib.h>

struct holder { struct holder *next; int *tool; };
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct holder *holders;
static int reused, created, failed;

int *tool_new(void);
void tool_reset(int *tool);

/* lock, in.c:30-33 */
static int
acquire_lock_2_cs(void *ctx)
{
    created--;         // undo optimistic
    failed++;
    return 0;
}

struct acquire_lock_1_cs {  /* lock, in.c:18-35 */
    struct holder *holder;  /* out */
    int *tool;              /* out */
};

static int
acquire_lock_1_cs(void *ctx)
{
    struct acquire_lock_1_cs *cs = ctx;
    struct holder *holder;
    int *tool;

    if ((holder = holders) != NULL) {
        tool = holder->tool;
        holders = holder->next;
        reused++;
        cs->holder = holder;
        cs->tool = tool;
        return 1;
    } else {
        created++;             // optimistic
        return 2;
    }
}

int *
acquire(void)
{
    struct holder *holder;
    int *tool;

    struct acquire_lock_1_cs cs;
    int way = rcl_exec_anon(&lock, acquire_lock_1_cs, &cs, sizeof(cs));

    if (way == 1) {
        holder = cs.holder;
        tool = cs.tool;
        free(holder);
        tool_reset(tool);
    } else {
        if ((tool = tool_new()) == NULL) {
            rcl_exec_anon(&lock, acquire_lock_2_cs, NULL, 0);
            return NULL;
        }
    }
    *tool = 1;
    return tool;
}

/* lock, in.c:58-64 */
static int
cancel_lock_2_cs(void *ctx)
{
    if (failed) {
        return 1;
    }
    return 0;
}

struct cancel_lock_1_cs {  /* lock, in.c:46-67 */
    int which;             /* in */
    int *tool;             /* out */
};

static int
cancel_lock_1_cs(void *ctx)
{
    struct cancel_lock_1_cs *cs = ctx;
    int which = cs->which;
    int *tool;

    if (!holders) {
        return 1;
    }
    created--;
    if (which) {
        tool = holders->tool;
        holders = holders->next;
        cs->tool = tool;
        return 2;
    } else {
        return 3;
    }
}

int
cancel(int which)
{
    int *tool = NULL;

    struct cancel_lock_1_cs cs = { .which = which };
    int way = rcl_exec_anon(&lock, cancel_lock_1_cs, &cs, sizeof(cs));

    if (way == 1)
        return -1;
    if (way == 2) {
        tool = cs.tool;
        if (!tool)
            return -2;
        if (rcl_exec_anon(&lock, cancel_lock_2_cs, NULL, 0) == 1) {
            free(tool);
            return -3;
        }
        free(tool);
    }
    return 0;
}
