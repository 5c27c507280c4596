#include <pthread.h>
#include <rcl.h>
#include <stddef.h>

/* What stands at once behind the call that gives an object locked is the section's, also where this build makes
   nothing of it. */

#ifdef TRACE
#define NOTE(me, value) (noted[me] += (value))
#else
#define NOTE(me, value)
#endif

struct cell {
    rcl_mutex_t lock;
    struct cell *next;
    long n;
};

long noted[4];
static struct cell *cells;

static rcl_mutex_t *cell_at_mutex(struct cell *c)
{
    return &c->lock;
}

static struct cell *cell_at_first(int me)
{
    struct cell *c = cells;

    while (c && c->n != me)
        c = c->next;
    return c;
}

static rcl_mutex_t *cell_first_mutex(struct cell *c)
{
    return &c->lock;
}

static struct cell *cell_first_first(void)
{
    struct cell *c = cells;

    return c;
}

struct count_cs {    /* c->lock, in.c:46-48 */
    struct cell *c;  /* in */
    int me;          /* in */
};

static int count_cs(void *ctx)
{
    struct count_cs *cs = ctx;
    struct cell *c = cs->c;
    int me = cs->me;

    NOTE(me & 3, 7);
    c->n++;
    (void)me;
    return 0;
}

void count(int me)
{
    struct cell *c;

    c = cell_first_first();
    struct count_cs cs = { .c = c, .me = me };
    rcl_exec_anon(cell_first_mutex(c), count_cs, &cs, sizeof(cs));
}

struct change_cs {   /* c->lock, in.c:57-59 */
    long by;         /* in */
    struct cell *c;  /* in */
    int me;          /* in */
};

static int change_cs(void *ctx)
{
    struct change_cs *cs = ctx;
    long by = cs->by;
    struct cell *c = cs->c;
    int me = cs->me;

    NOTE(me & 3, by);
    c->n += by;
    (void)me;
    return 0;
}

int change(int me, long by)
{
    struct cell *c = cell_at_first(me);

    if (c == NULL)
        return -1;
    struct change_cs cs = { .by = by, .c = c, .me = me };
    rcl_exec_anon(cell_at_mutex(c), change_cs, &cs, sizeof(cs));
    return 0;
}

struct reset_cs {    /* c->lock, in.c:67-72 */
    struct cell *c;  /* in */
#ifdef TRACE
    int *me;         /* by reference */
#endif
};

static int reset_cs(void *ctx)
{
    struct reset_cs *cs = ctx;
    struct cell *c = cs->c;
#ifdef TRACE
    int *me = cs->me;
#endif

#ifdef TRACE
    noted[*me & 3] += c->n;
#endif
    /* begins anew */
    c->n = 0;
    return 0;
}

void reset(int me)
{
    struct cell *c = cell_first_first();

    struct reset_cs cs = {
        .c = c,
#ifdef TRACE
        .me = &me,
#endif
    };
    rcl_exec_anon(cell_first_mutex(c), reset_cs, &cs, sizeof(cs));
}
