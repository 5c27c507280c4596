#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIST, CACHE, LOCKS };
enum { FINE, LOST = -3 };

#define GLOBAL_LOCK(name) global_lock(name)
#define GLOBAL_UNLOCK(name) global_unlock(name)

static pthread_mutex_t locks[LOCKS];
static bool ready;
static int inits, items[4];

bool global_lock(int lock);

static bool init_all(void)
{
    inits++;
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&locks[i], NULL);
    return ready = true;
}

/* what it asks first sets up the mutexes */
bool global_lock(int lock)
{
    if (lock < 0)
        return false;

    /* the first one who comes does that */
    if (!ready && !init_all())
        return false;

    pthread_mutex_lock(&locks[lock]);
    return true;
}

#define EXPECT(x) ((void)0)

/* Another build may ask for what only a macro names here. */
bool known_lock(int lock)
{
    EXPECT(lock < LOCKS);
    if (!ready && !init_all())
        return false;
    pthread_mutex_lock(&locks[lock]);
    return true;
}

void global_unlock(int lock)
{
    pthread_mutex_unlock(&locks[lock]);
}

struct store {
    pthread_mutex_t lock;
    bool closed;
    int asked, count;
};

static struct store store = { PTHREAD_MUTEX_INITIALIZER, false, 0, 0 };

/* says so by an error */
static int store_enter(struct store *s)
{
    s->asked++;
    if (s->closed)
        return LOST;
    pthread_mutex_lock(&s->lock);
    return FINE;
}

static void store_leave(struct store *s)
{
    pthread_mutex_unlock(&s->lock);
}

/* keeps something for itself: what it asks cannot stand in another function, too */
static bool counted_lock(int lock)
{
    static int times;

    if (++times > 100)
        return false;
    pthread_mutex_lock(&locks[lock]);
    return true;
}

int add(int by)
{
    int now;

    if (!GLOBAL_LOCK(LIST))
        return -1;
    now = items[0] += by;
    if (now > 100) {
        GLOBAL_UNLOCK(LIST);
        return 100;
    }
    GLOBAL_UNLOCK(LIST);
    return now;
}

int known(void)
{
    if (!known_lock(CACHE))
        return -1;
    items[1]++;
    global_unlock(CACHE);
    return 0;
}

int nowhere(void)
{
    if (!GLOBAL_LOCK(-1)) {
        puts("nowhere");
        return -1;
    }
    items[0]--;
    GLOBAL_UNLOCK(-1);
    return 0;
}

int within(int by)
{
    int now = 0;

    if (global_lock(CACHE)) {
        now = items[1] += by;
        global_unlock(CACHE);
    }
    return now;
}

int entered(struct store *s, int by)
{
    if (store_enter(s) != FINE)
        return -1;
    s->count += by;
    store_leave(s);
    return by;
}

int entered_within(struct store *s)
{
    int count = -1;

    if (store_enter(s) == FINE) {
        count = s->count++;
        store_leave(s);
    }
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
    static struct store stores[2] = { { PTHREAD_MUTEX_INITIALIZER, false, 0, 0 }, { PTHREAD_MUTEX_INITIALIZER, true, 0, 0 } };

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

int around(void)
{
    pthread_mutex_lock(&locks[LIST]);
    careless();
    items[0]++;
    pthread_mutex_unlock(&locks[LIST]);
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
