#include <pthread.h>

struct node {
    struct node *next;
};

struct device {
    int ports;
    struct node entry;
};

extern int use(struct device *device);

static struct node all = { &all };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define OFFSET(at, member) \
    (__builtin_offsetof(__typeof__(*at), member) + ((__typeof__(at->member) *)0 != (struct node *)0))
#define DEVICE(node, offset) ((void *)((char *)(node) - (offset)))
#define NODE(device, offset) ((struct node *)((char *)(device) + (offset)))
#define EACH(at, offset) \
    for (at = DEVICE(all.next, offset); NODE(at, offset) != &all; at = DEVICE(NODE(at, offset)->next, offset))

/* the variable has no value where its type is asked for, and is kept while the lock is released */
int every(void)
{
    struct device *device;
    int rounds, used = 0;

    for (rounds = 0; rounds < 2; rounds++) {
        pthread_mutex_lock(&lock);
        EACH(device, OFFSET(device, entry)) {
            pthread_mutex_unlock(&lock);
            used += use(device);
            pthread_mutex_lock(&lock);
        }
        pthread_mutex_unlock(&lock);
    }
    return used;
}
