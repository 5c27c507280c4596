#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIST, CACHE, LOCKS };
enum { FINE, LOST = -3 };

#define GLOBAL_LOCK(name) global_lock(name)
#define GLOBAL_UNLOCK(name) global_unlock(name)

static rcl_mutex_t locks[LOCKS];
static bool ready;
static int inits, items[4];

bool global_lock(int lock);
int global_lock_first(int lock);
rcl_mutex_t *global_mutex(int lock);

static bool init_all(void)
{
    inits++;
    for (int i = 0; i < LOCKS; i++)
        rcl_mutex_init(&locks[i], NULL, locks);
    return ready = true;
}

int global_lock_first(int lock)
{
    if (lock < 0)
        return false;

    /* the first one who comes does that */
    if (!ready && !init_all())
        return false;
    return true;
}

rcl_mutex_t *global_mutex(int lock)
{
    return &locks[lock];
}

/* what it asks first sets up the mutexes */
bool global_lock(int lock)
{
    if (!global_lock_first(lock))
        return false;

    rcl_lock(&locks[lock]);
    return true;
}

#define EXPECT(x) ((void)0)

static int known_lock_first(int lock)
{
    EXPECT(lock < LOCKS);
    if (!ready && !init_all())
        return false;
    (void)lock;
    return true;
}

static rcl_mutex_t *known_mutex(int lock)
{
    return &locks[lock];
}

/* Another build may ask for what only a macro names here. */
bool known_lock(int lock)
{
    if (!known_lock_first(lock))
        return false;
    rcl_lock(&locks[lock]);
    return true;
}

void global_unlock(int lock)
{
    rcl_unlock(&locks[lock]);
}

struct store {
    rcl_mutex_t lock;
    bool closed;
    int asked, count;
};

static struct store store = { RCL_MUTEX_INITIALIZER(store_lock_in), false, 0, 0 };

static int store_enter_first(struct store *s)
{
    s->asked++;
    if (s->closed)
        return LOST;
    return FINE;
}

static rcl_mutex_t *store_enter_mutex(struct store *s)
{
    return &s->lock;
}

/* says so by an error */
static int store_enter(struct store *s)
{
    if (store_enter_first(s))
        return LOST;
    rcl_lock(&s->lock);
    return FINE;
}

static void store_leave(struct store *s)
{
    rcl_unlock(&s->lock);
}

/* keeps something for itself: what it asks cannot stand in another function, too */
static bool counted_lock(int lock)
{
    static int times;

    if (++times > 100)
        return false;
    rcl_lock(&locks[lock]);
    return true;
}

struct add_cs {  /* locks[LIST], in.c:95-102 */
    int by;      /* in */
    int now;     /* out */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    int by = cs->by;
    int now;

    now = items[0] += by;
    if (now > 100) {
        return 1;
    }
    cs->now = now;
    return 0;
}

int add(int by)
{
    int now;

    struct add_cs cs = { .by = by };
    int way = !global_lock_first(LIST) ? -1 : rcl_exec_anon(global_mutex(LIST), add_cs,
            &cs, sizeof(cs));

    if (way < 0)
        return -1;
    if (way == 1)
        return 100;
    now = cs.now;
    return now;
}

/* locks[CACHE], in.c:108-111 */
static int known_cs(void *ctx)
{
    items[1]++;
    return 0;
}

int known(void)
{
    if (!known_lock_first(CACHE) || rcl_exec_anon(known_mutex(CACHE), known_cs, NULL, 0) < 0)
        return -1;
    return 0;
}

/* locks[-1], in.c:117-122 */
static int nowhere_cs(void *ctx)
{
    items[0]--;
    return 0;
}

int nowhere(void)
{
    if (!global_lock_first(-1) || rcl_exec_anon(global_mutex(-1), nowhere_cs, NULL, 0) < 0) {
        puts("nowhere");
        return -1;
    }
    return 0;
}

struct within_cs {  /* locks[CACHE], in.c:130-132 */
    int by;         /* in */
    int now;        /* out */
};

static int within_cs(void *ctx)
{
    struct within_cs *cs = ctx;
    int by = cs->by;
    int now;

    now = items[1] += by;
    cs->now = now;
    return 0;
}

int within(int by)
{
    int now = 0;

    struct within_cs cs = { .by = by };
    if (global_lock_first(CACHE) && rcl_exec_anon(global_mutex(CACHE), within_cs,
            &cs, sizeof(cs)) == 0)
        now = cs.now;
    return now;
}

struct entered_cs {   /* s->lock, in.c:139-142 */
    struct store *s;  /* in */
    int by;           /* in */
};

static int entered_cs(void *ctx)
{
    struct entered_cs *cs = ctx;
    struct store *s = cs->s;
    int by = cs->by;

    s->count += by;
    return 0;
}

int entered(struct store *s, int by)
{
    struct entered_cs cs = { .s = s, .by = by };
    if (store_enter_first(s) || rcl_exec_anon(store_enter_mutex(s), entered_cs,
            &cs, sizeof(cs)) < 0)
        return -1;
    return by;
}

struct entered_within_cs {  /* s->lock, in.c:150-152 */
    struct store *s;        /* in */
    int count;              /* out */
};

static int entered_within_cs(void *ctx)
{
    struct entered_within_cs *cs = ctx;
    struct store *s = cs->s;
    int count;

    count = s->count++;
    cs->count = count;
    return 0;
}

int entered_within(struct store *s)
{
    int count = -1;

    struct entered_within_cs cs = { .s = s };
    if (!store_enter_first(s) && rcl_exec_anon(store_enter_mutex(s), entered_within_cs,
            &cs, sizeof(cs)) == 0)
        count = cs.count;
    return count;
}

/* The result is asked for again: that stays in place. */
int kept(struct store *s)
{
    int got = store_enter(s);

    if (got == FINE) {
        s->count++;
        store_leave(s);
    }
    return got;
}

int counted(void)
{
    if (!counted_lock(LIST))
        return -1;
    items[2]++;
    global_unlock(LIST);
    return items[2];
}

/* What it asks changes what it is given. */
int moved(void)
{
    static struct store stores[2] = { { RCL_MUTEX_INITIALIZER(store_lock_moved), false, 0, 0 }, { RCL_MUTEX_INITIALIZER(store_lock_moved_181), true, 0, 0 } };

    if (store_enter(&stores[stores[0].asked]) != FINE)
        return -1;
    stores[0].count++;
    store_leave(&stores[0]);
    return 0;
}

/* It goes on without the lock, and gives back what it does not have. */
static void careless(void)
{
    if (!global_lock(CACHE))
        puts("never");
    items[3]++;
    global_unlock(CACHE);
}

/* locks[LIST], in.c:201-204 */
static int around_cs(void *ctx)
{
    careless();
    items[0]++;
    return 0;
}

int around(void)
{
    rcl_exec(&locks[LIST], around_cs, NULL, 0);
    return items[3];
}

int main(void)
{
    printf("%d ", known());
    printf("%d ", add(7));
    printf("%d ", known());
    printf("%d ", add(99));
    printf("%d ", nowhere());
    printf("%d ", within(3));
    printf("%d ", entered(&store, 4));
    printf("%d ", entered_within(&store));
    store.closed = true;
    printf("%d %d %d ", entered(&store, 4), entered_within(&store), kept(&store));
    printf("%d %d %d ", counted(), moved(), around());
    printf("%d %d %d\n", inits, store.asked, store.count);
    return 0;
}
