// Nothing can be assigned to a struct with a constant member: a section that changes others of it has it by reference.
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct entry {
    const int key;
    int value;
};

struct pair {
    struct entry all[2];
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct changed_cs {       /* lock, in.c:21-24 */
    struct entry *entry;  /* by reference */
};

static int changed_cs(void *ctx)
{
    struct changed_cs *cs = ctx;
    struct entry *entry = cs->entry;

    entry->value += entry->key;
    total += (*entry).value;
    return 0;
}

static int changed(int n)
{
    struct entry entry = { n, 1 };

    struct changed_cs cs = { .entry = &entry };
    rcl_exec_anon(&lock, changed_cs, &cs, sizeof(cs));
    return entry.value;
}

struct within_cs {      /* lock, in.c:32-35 */
    struct pair *pair;  /* by reference */
};

static int within_cs(void *ctx)
{
    struct within_cs *cs = ctx;
    struct pair *pair = cs->pair;

    pair->all[1].value++;
    total += pair->all[0].value;
    return 0;
}

static int within(int n)
{
    struct pair pair = { { { n, 1 }, { 2, n } } };

    struct within_cs cs = { .pair = &pair };
    rcl_exec_anon(&lock, within_cs, &cs, sizeof(cs));
    return pair.all[1].value;
}

struct only_read_cs {    /* lock, in.c:43-45 */
    struct entry entry;  /* in */
};

static int only_read_cs(void *ctx)
{
    struct only_read_cs *cs = ctx;
    struct entry entry = cs->entry;

    total += entry.value;
    return 0;
}

static int only_read(int n)
{
    struct entry entry = { n, 1 };

    struct only_read_cs cs = { .entry = entry };
    rcl_exec_anon(&lock, only_read_cs, &cs, sizeof(cs));
    return entry.key;
}

struct given_lock_1_cs {  /* lock, in.c:53-55 */
    struct entry entry;   /* in */
};

static int given_lock_1_cs(void *ctx)
{
    struct given_lock_1_cs *cs = ctx;
    struct entry entry = cs->entry;

    total += entry.value;
    return 0;
}

struct given_lock_2_cs {  /* lock, in.c:57-59 */
    struct entry entry;   /* in */
};

static int given_lock_2_cs(void *ctx)
{
    struct given_lock_2_cs *cs = ctx;
    struct entry entry = cs->entry;

    total += entry.value;
    return 0;
}

static int given(int n)
{
    struct entry entry = { n, 1 };

    struct given_lock_1_cs cs = { .entry = entry };
    rcl_exec_anon(&lock, given_lock_1_cs, &cs, sizeof(cs));
    entry.value = n;
    struct given_lock_2_cs lock_2_cs = { .entry = entry };
    rcl_exec_anon(&lock, given_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
    return entry.key;
}

static struct entry made(int n)
{
    return (struct entry){ n, n };
}

static int declared(int n)
{
    rcl_lock(&lock);
    struct entry entry = made(n);
    total += entry.value;
    rcl_unlock(&lock);
    return entry.key;
}

struct released_cs {      /* lock, in.c:81-88 */
    struct entry *entry;  /* by reference */
    int at;               /* where it goes on */
};

static int released_cs(void *ctx)
{
    struct released_cs *cs = ctx;
    struct entry *entry = cs->entry;

    if (cs->at == 1) {
        goto at_1;
    }

    while (total > 20) {
        cs->at = 1;
        return 1;
        at_1:
        total += entry->value;
    }
    return 0;
}

static int released(int n)
{
    struct entry entry = { n, 1 };

    struct released_cs cs = { .entry = &entry, .at = 0 };
    while (rcl_exec_anon(&lock, released_cs, &cs, sizeof(cs)) == 1) {
        entry.value -= 3;
    }
    return entry.value;
}

int main(void)
{
    printf("%d %d %d ", changed(3), within(4), only_read(5));
    printf("%d %d %d %d\n", given(6), declared(7), released(8), total);
    return 0;
}
