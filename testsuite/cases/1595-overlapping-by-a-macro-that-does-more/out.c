#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t items = RCL_MUTEX_INITIALIZER(items);
static rcl_mutex_t totals = RCL_MUTEX_INITIALIZER(totals);
static int depth = 1;
static int total, seen;

/* It does something while it has the lock: that moves, and the release stands behind it. */
#define GIVE(m) do { depth--; rcl_unlock(m); } while (0)
#define GIVE_HELD(m) do { depth--; } while (0)

static int see(int at, int error, const char *what)
{
    seen += at;
    if (error) {
        puts(what);
        exit(3);
    }
    return at;
}

struct overlapping_cs {  /* items, in.c:26-29 */
    int by;              /* in */
};

static int overlapping_cs(void *ctx)
{
    struct overlapping_cs *cs = ctx;
    int by = cs->by;

    depth += by;
    see(by, rcl_lock(&totals), "lock");
    GIVE_HELD(&items);
    return 0;
}

/* The first one ends in the second one, right before that ends. */
static int overlapping(int by)
{
    struct overlapping_cs cs = { .by = by };
    rcl_exec(&items, overlapping_cs, &cs, sizeof(cs));
    see(by, rcl_unlock(&totals), "unlock");
    return by;
}

/* totals, in.c:38-39 */
static int overlapping_more_totals_cs(void *ctx)
{
    total += depth;
    return RCL_KEEP;
}

struct overlapping_more_items_cs {  /* items, in.c:36-40 */
    int by;                         /* in */
};

static int overlapping_more_items_cs(void *ctx)
{
    struct overlapping_more_items_cs *cs = ctx;
    int by = cs->by;

    depth += by;
    rcl_exec_anon(&totals, overlapping_more_totals_cs, NULL, 0);
    GIVE_HELD(&items);
    return 0;
}

static int overlapping_more(int by)
{
    struct overlapping_more_items_cs cs = { .by = by };
    rcl_exec_anon(&items, overlapping_more_items_cs, &cs, sizeof(cs));
    total++;
    GIVE(&totals);
    return by;
}

struct nested_totals_cs {  /* totals, in.c:51-53 */
    int by;                /* in */
};

static int nested_totals_cs(void *ctx)
{
    struct nested_totals_cs *cs = ctx;
    int by = cs->by;

    see(by, 0, "lock");
    total += depth;
    return 0;
}

struct nested_items_cs {  /* items, in.c:49-54 */
    int by;               /* in */
};

static int nested_items_cs(void *ctx)
{
    struct nested_items_cs *cs = ctx;
    int by = cs->by;

    depth += by;
    struct nested_totals_cs totals_cs = { .by = by };
    rcl_exec(&totals, nested_totals_cs, &totals_cs, sizeof(totals_cs));
    see(by, 0, "unlock");
    GIVE_HELD(&items);
    return 0;
}

/* One stands in the other here. */
static int nested(int by)
{
    struct nested_items_cs cs = { .by = by };
    rcl_exec(&items, nested_items_cs, &cs, sizeof(cs));
    return by;
}

int main(void)
{
    printf("%d %d %d\n", overlapping(1), overlapping_more(2), nested(3));
    printf("%d %d\n", depth, total);
    return 0;
}
