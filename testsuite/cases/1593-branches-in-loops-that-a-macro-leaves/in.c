// A branch without braces in a loop, all of which a macro makes that gives the lock back and leaves, is the client's.
#include <pthread.h>
#include <stdio.h>

struct item {
    struct item *next;
    int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item last = { NULL, 5 }, first = { &last, 3 };
static int looked;

#define RETURN_UNLOCKED(value) do { pthread_mutex_unlock(&lock); return (value); } while (0)
#define LEAVE_UNLOCKED(label) do { pthread_mutex_unlock(&lock); goto label; } while (0)

static int found(int value)
{
    pthread_mutex_lock(&lock);
    for (struct item *item = &first; item; item = item->next)
        if (item->value == value)
            RETURN_UNLOCKED(item->value * 2);
    looked++;
    pthread_mutex_unlock(&lock);
    return 0;
}

static int found_in_a_block(int value)
{
    struct item *item = &first;

    pthread_mutex_lock(&lock);
    while (item) {
        looked++;
        if (item->value == value)
            RETURN_UNLOCKED(item->value);
        else if (item->value > 4 * value)
            LEAVE_UNLOCKED(none);
        item = item->next;
    }
    RETURN_UNLOCKED(-1);
none:
    return -2;
}

int main(void)
{
    printf("%d %d ", found(3), found(4));
    printf("%d %d %d %d\n", found_in_a_block(5), found_in_a_block(4), found_in_a_block(0), looked);
    return 0;
}
