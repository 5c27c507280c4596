#include <pthread.h>
#include <stddef.h>

/* What stands at once behind the call that gives an object locked is the section's, also where this build makes
   nothing of it. */

#ifdef TRACE
#define NOTE(me, value) (noted[me] += (value))
#else
#define NOTE(me, value)
#endif

struct cell {
    pthread_mutex_t lock;
    struct cell *next;
    long n;
};

long noted[4];
static struct cell *cells;

static struct cell *cell_at(int me)
{
    struct cell *c = cells;

    while (c && c->n != me)
        c = c->next;
    if (c)
        pthread_mutex_lock(&c->lock);
    return c;
}

static struct cell *cell_first(void)
{
    struct cell *c = cells;

    pthread_mutex_lock(&c->lock);
    return c;
}

void count(int me)
{
    struct cell *c;

    c = cell_first();
    NOTE(me & 3, 7);
    c->n++;
    pthread_mutex_unlock(&c->lock);
}

int change(int me, long by)
{
    struct cell *c = cell_at(me);

    if (c == NULL)
        return -1;
    NOTE(me & 3, by);
    c->n += by;
    pthread_mutex_unlock(&c->lock);
    return 0;
}

void reset(int me)
{
    struct cell *c = cell_first();

#ifdef TRACE
    noted[me & 3] += c->n;
#endif
    /* begins anew */
    c->n = 0;
    pthread_mutex_unlock(&c->lock);
}
