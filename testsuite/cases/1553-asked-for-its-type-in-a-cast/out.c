#include <pthread.h>
#include "rcl_config.h"

struct node {
    struct node *next;
};

struct device {
    int ports;
    struct node entry;
};

extern int use(struct device *device);

static struct node all = { &all };
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);

#define OFFSET(at, member) \
    (__builtin_offsetof(__typeof__(*at), member) + ((__typeof__(at->member) *)0 != (struct node *)0))
#define DEVICE(node, offset) ((void *)((char *)(node) - (offset)))
#define NODE(device, offset) ((struct node *)((char *)(device) + (offset)))
#define EACH(at, offset) \
    for (at = DEVICE(all.next, offset); NODE(at, offset) != &all; at = DEVICE(NODE(at, offset)->next, offset))

struct every_cs {           /* lock, in.c:31-37 */
    struct device *device;  /* out */
    int at;                 /* where it goes on */
};

static int every_cs(void *ctx)
{
    struct every_cs *cs = ctx;
    struct device *device = cs->device;

    if (cs->at == 1) {
        goto at_1;
    }

    EACH(device, OFFSET(device, entry)) {
        cs->device = device;
        cs->at = 1;
        return 1;
        at_1: ;
    }
    return 0;
}

/* the variable has no value where its type is asked for, and is kept while the lock is released */
int every(void)
{
    struct device *device;
    int rounds, used = 0;

    for (rounds = 0; rounds < 2; rounds++) {
        struct every_cs cs = { .at = 0 };
        while (rcl_exec_anon(&lock, every_cs, &cs, sizeof(cs)) == 1) {
            device = cs.device;
            used += use(device);
        }
    }
    return used;
}
