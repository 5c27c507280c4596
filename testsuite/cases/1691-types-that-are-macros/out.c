#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* another system has other ones */
#define STATUS unsigned int
#define COUNT long int
#define ITEM struct item
#define FIXED const int
#define NUMBER number_t
#define PAIR(type) type
#define SIZE int

typedef short number_t;

struct item {
    int value;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct item items[4] = { { 3 }, { 4 }, { 5 }, { 6 } };
static int used;

struct take_cs {         /* lock, in.c:31-39 */
    COUNT by;            /* in */
    const STATUS *most;  /* in */
    STATUS status;       /* out */
    STATUS other;        /* in-out */
    const ITEM *found;   /* out */
    ITEM copy;           /* out */
    NUMBER number;       /* out */
    STATUS *several;     /* by reference */
};

static int take_cs(void *ctx)
{
    struct take_cs *cs = ctx;
    COUNT by = cs->by;
    const STATUS *most = cs->most;
    STATUS status;
    STATUS other = cs->other;
    const ITEM *found;
    ITEM copy;
    NUMBER number;
    STATUS *several = cs->several;

    found = &items[used];
    copy = *found;
    number = (number_t)by;
    status = used < (int)*most ? 1 : 2;
    other += status;
    several[0] = several[1] = other;
    used++;
    cs->status = status;
    cs->other = other;
    cs->found = found;
    cs->copy = copy;
    cs->number = number;
    return 0;
}

STATUS take(COUNT by, const STATUS *most)
{
    STATUS status = 0, other = 1;
    const ITEM *found;
    ITEM copy;
    NUMBER number;
    STATUS several[2];

    struct take_cs cs = { .by = by, .most = most, .other = other, .several = several };
    rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs));
    status = cs.status;
    other = cs.other;
    found = cs.found;
    copy = cs.copy;
    number = cs.number;
    return status + other + (unsigned)found->value + (unsigned)copy.value + (unsigned)number + several[0] + several[1];
}

struct fixed_cs {  /* lock, in.c:48-51 */
    SIZE size;     /* in */
    int other;     /* in */
    int by;        /* in */
    int seen;      /* out */
    int now;       /* out */
};

static int fixed_cs(void *ctx)
{
    struct fixed_cs *cs = ctx;
    SIZE size = cs->size;
    int other = cs->other;
    const int by = cs->by;
    int seen;

    seen = used += by + size + other;
    FIXED now = used;
    cs->seen = seen;
    cs->now = now;
    return 0;
}

int fixed(SIZE size, int other)
{
    FIXED by = 2;
    PAIR(int) seen;

    int now;
    struct fixed_cs cs = { .size = size, .other = other, .by = by };
    rcl_exec_anon(&lock, fixed_cs, &cs, sizeof(cs));
    seen = cs.seen;
    now = cs.now;
    return seen + now;
}

struct local_cs {  /* lock, in.c:61-63 */
    long word;     /* out */
};

static int local_cs(void *ctx)
{
    struct local_cs *cs = ctx;
    long word;

    word = used;
    cs->word = word;
    return 0;
}

/* Behind the function it may be something else. */
long local(void)
{
#define WORD long
    WORD word;

    struct local_cs cs;
    rcl_exec_anon(&lock, local_cs, &cs, sizeof(cs));
    word = cs.word;
    return word;
}

int main(void)
{
    STATUS most = 1;

    printf("%u %u ", take(1, &most), take(2, &most));
    printf("%d %ld\n", fixed(1, 2), local());
    return 0;
}
