#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct mutex {
    rcl_mutex_t id;
};

static int errors;
static char last[40];
static void (*told)(const char *said);

static int set_error(const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    vsnprintf(last, sizeof(last), format, ap);
    va_end(ap);
    errors++;
    if (told)
        told(last);
    return -1;
}

static int invalid(const char *name)
{
    return set_error("no %s", name);
}

struct mutex *create(void)
{
    struct mutex *mutex = calloc(1, sizeof(*mutex));
    pthread_mutexattr_t attr;

    if (mutex) {
        pthread_mutexattr_init(&attr);
        pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
        if (rcl_mutex_init(&mutex->id, &attr, mutex_id) != 0) {
            set_error("init");
            free(mutex);
            mutex = NULL;
        }
    }
    return mutex;
}

static rcl_mutex_t *lock_mutex(struct mutex *mutex)
{
    return &mutex->id;
}

int lock(struct mutex *mutex)
{
    if (mutex == NULL) {
        return invalid("mutex");
    }
    if (rcl_lock(&mutex->id) != 0) {
        return set_error("lock");
    }
    return 0;
}

int unlock(struct mutex *mutex)
{
    if (mutex == NULL) {
        return invalid("mutex to unlock");
    }
    if (rcl_unlock(&mutex->id) != 0) {
        return set_error("unlock");
    }
    return 0;
}

struct store {
    rcl_mutex_t lock;
    int open, count;
};

static rcl_mutex_t *store_mutex(struct store *s)
{
    return &s->lock;
}

/* says so, and then returns */
static void store_lock(struct store *s)
{
    if (!s->open) {
        printf("closed ");
        return;
    }
    rcl_lock(&s->lock);
}

static rcl_mutex_t around = RCL_MUTEX_INITIALIZER(around);

static void leave_around(void)
{
    rcl_unlock(&around);
}

/* This one gives back another mutex, which its callers may have. */
static void bad_lock(struct mutex *mutex)
{
    if (mutex == NULL) {
        leave_around();
        return;
    }
    rcl_lock(&mutex->id);
}

struct dev {
    struct mutex *lock;
    int n;
};

struct add_cs {     /* d->lock->id, in.c:117-119 */
    struct dev *d;  /* in */
    int by;         /* in */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    struct dev *d = cs->d;
    int by = cs->by;

    d->n += by;
    return 0;
}

void add(struct dev *d, int by)
{
    struct add_cs cs = { .d = d, .by = by };
    if (d->lock != NULL) {
        rcl_exec_anon(lock_mutex(d->lock), add_cs, &cs, sizeof(cs));
    } else {
        lock(d->lock);
        add_cs(&cs);
        unlock(d->lock);
    }
}

struct get_cs {     /* d->lock->id, in.c:126-132 */
    struct dev *d;  /* in */
    int n;          /* out */
};

static int get_cs(void *ctx)
{
    struct get_cs *cs = ctx;
    struct dev *d = cs->d;
    int n;

    if (d->n < 0) {
        return 1;
    }
    n = d->n++;
    cs->n = n;
    return 0;
}

int get(struct dev *d)
{
    int n;

    struct get_cs cs = { .d = d };
    int way;

    if (d->lock != NULL) {
        way = rcl_exec_anon(lock_mutex(d->lock), get_cs, &cs, sizeof(cs));
    } else {
        lock(d->lock);
        way = get_cs(&cs);
        unlock(d->lock);
    }

    if (way == 1) {
        return -1;
    }
    n = cs.n;
    return n;
}

struct kept_cs {    /* d->lock->id, in.c:143-144 */
    struct dev *d;  /* in */
    int n;          /* out */
};

static int kept_cs(void *ctx)
{
    struct kept_cs *cs = ctx;
    struct dev *d = cs->d;
    int n;

    n = ++d->n;
    cs->n = n;
    return RCL_KEEP;
}

/* What follows is bound to its thread: the lock is kept. */
int kept(struct dev *d)
{
    static __thread int own;
    char *said;
    int n;

    struct kept_cs cs = { .d = d };
    if (d->lock != NULL) {
        rcl_exec_anon(lock_mutex(d->lock), kept_cs, &cs, sizeof(cs));
    } else {
        lock(d->lock);
        kept_cs(&cs);
    }
    n = cs.n;
    said = __builtin_alloca(8);
    snprintf(said, 8, "%d", n + own);
    n = atoi(said);
    unlock(d->lock);
    return n;
}

struct inside_store_cs {  /* s->lock, in.c:157-159 */
    struct store *s;      /* in */
    int n;                /* out */
};

static int inside_store_cs(void *ctx)
{
    struct inside_store_cs *cs = ctx;
    struct store *s = cs->s;
    int n;

    n = ++s->count;
    cs->n = n;
    return 0;
}

struct inside_id_cs {  /* d->lock->id, in.c:160-162 */
    struct dev *d;     /* in */
    int n;             /* in */
};

static int inside_id_cs(void *ctx)
{
    struct inside_id_cs *cs = ctx;
    struct dev *d = cs->d;
    int n = cs->n;

    d->n += n;
    return 0;
}

struct inside_around_cs {  /* around, in.c:156-163 */
    struct dev *d;         /* in */
    struct store *s;       /* in */
    int n;                 /* out */
};

static int inside_around_cs(void *ctx)
{
    struct inside_around_cs *cs = ctx;
    struct dev *d = cs->d;
    struct store *s = cs->s;
    int n;
    struct inside_store_cs store_cs = { .s = s };
    if (s->open) {
        rcl_exec_anon(store_mutex(s), inside_store_cs, &store_cs, sizeof(store_cs));
    } else {
        store_lock(s);
        inside_store_cs(&store_cs);
    }
    n = store_cs.n;
    struct inside_id_cs id_cs = { .d = d, .n = n };
    if (d->lock != NULL) {
        rcl_exec_anon(lock_mutex(d->lock), inside_id_cs, &id_cs, sizeof(id_cs));
    } else {
        lock(d->lock);
        inside_id_cs(&id_cs);
        unlock(d->lock);
    }
    cs->n = n;
    return 0;
}

int inside(struct dev *d, struct store *s)
{
    int n;

    struct inside_around_cs cs = { .d = d, .s = s };
    rcl_exec_blocking(&around, inside_around_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

/* The result is asked for: that stays in place. */
int checked(struct dev *d)
{
    if (lock(d->lock) < 0)
        return -1;
    d->n++;
    unlock(d->lock);
    return 0;
}

void bad(struct dev *d)
{
    rcl_lock(&around);
    bad_lock(d->lock);
    d->n++;
    if (d->lock) {
        unlock(d->lock);
        rcl_unlock(&around);
    }
}

int main(void)
{
    struct dev d = { create(), 3 }, none = { NULL, 4 };
    struct store s = { RCL_MUTEX_INITIALIZER(store_lock), 1, 7 };

    add(&d, 2);
    add(&none, 2);
    printf("%s %d ", last, errors);
    printf("%d %d %s %d ", get(&d), get(&none), last, errors);
    none.n = -1;
    printf("%d %d ", get(&none), errors);
    printf("%d %d %s %d ", kept(&d), kept(&none), last, errors);
    printf("%d ", inside(&d, &s));
    s.open = 0;
    printf("%d %d ", inside(&none, &s), errors);
    printf("%d %d ", checked(&d), checked(&none));
    bad(&d);
    bad(&none);
    printf("%d %d %d %s\n", d.n, none.n, errors, last);
    return 0;
}
