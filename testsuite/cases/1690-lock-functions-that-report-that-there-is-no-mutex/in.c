#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct mutex {
    pthread_mutex_t id;
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
        if (pthread_mutex_init(&mutex->id, &attr) != 0) {
            set_error("init");
            free(mutex);
            mutex = NULL;
        }
    }
    return mutex;
}

int lock(struct mutex *mutex)
{
    if (mutex == NULL) {
        return invalid("mutex");
    }
    if (pthread_mutex_lock(&mutex->id) != 0) {
        return set_error("lock");
    }
    return 0;
}

int unlock(struct mutex *mutex)
{
    if (mutex == NULL) {
        return invalid("mutex to unlock");
    }
    if (pthread_mutex_unlock(&mutex->id) != 0) {
        return set_error("unlock");
    }
    return 0;
}

struct store {
    pthread_mutex_t lock;
    int open, count;
};

/* says so, and then returns */
static void store_lock(struct store *s)
{
    if (!s->open) {
        printf("closed ");
        return;
    }
    pthread_mutex_lock(&s->lock);
}

/* but not when it is to be given back */
static void store_unlock(struct store *s)
{
    if (s->open)
        pthread_mutex_unlock(&s->lock);
}

static pthread_mutex_t around = PTHREAD_MUTEX_INITIALIZER;

static void leave_around(void)
{
    pthread_mutex_unlock(&around);
}

/* This one gives back another mutex, which its callers may have. */
static void bad_lock(struct mutex *mutex)
{
    if (mutex == NULL) {
        leave_around();
        return;
    }
    pthread_mutex_lock(&mutex->id);
}

struct dev {
    struct mutex *lock;
    int n;
};

void add(struct dev *d, int by)
{
    lock(d->lock);
    d->n += by;
    unlock(d->lock);
}

int get(struct dev *d)
{
    int n;

    lock(d->lock);
    if (d->n < 0) {
        unlock(d->lock);
        return -1;
    }
    n = d->n++;
    unlock(d->lock);
    return n;
}

/* What follows is bound to its thread: the lock is kept. */
int kept(struct dev *d)
{
    static __thread int own;
    char *said;
    int n;

    lock(d->lock);
    n = ++d->n;
    said = __builtin_alloca(8);
    snprintf(said, 8, "%d", n + own);
    n = atoi(said);
    unlock(d->lock);
    return n;
}

int inside(struct dev *d, struct store *s)
{
    int n;

    pthread_mutex_lock(&around);
    store_lock(s);
    n = ++s->count;
    store_unlock(s);
    lock(d->lock);
    d->n += n;
    unlock(d->lock);
    pthread_mutex_unlock(&around);
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
    pthread_mutex_lock(&around);
    bad_lock(d->lock);
    d->n++;
    if (d->lock) {
        unlock(d->lock);
        pthread_mutex_unlock(&around);
    }
}

int main(void)
{
    struct dev d = { create(), 3 }, none = { NULL, 4 };
    struct store s = { PTHREAD_MUTEX_INITIALIZER, 1, 7 };

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
