/* A macro that initialises a mutex, and does more, is given its class where another macro calls it, too. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define STMT_START do
#define STMT_END while (0)
#define MUTEX_INIT(m) \
    STMT_START {						\
        int _e;							\
        if ((_e = pthread_mutex_init((m), NULL)))		\
            abort();						\
    } STMT_END
#define MUTEX_LOCK(m) STMT_START { int _e; if ((_e = pthread_mutex_lock((m)))) abort(); } STMT_END
#define MUTEX_UNLOCK(m) STMT_START { int _e; if ((_e = pthread_mutex_unlock((m)))) abort(); } STMT_END
#define OP_INIT MUTEX_INIT(&op)
#define RW_INIT(rw)                              \
    STMT_START {                                 \
        MUTEX_INIT(&(rw)->m);                    \
        (rw)->n = 0;                             \
    } STMT_END
#define ENV_INIT RW_INIT(&env)

/* Its parameter is called like a class. */
#define MY_INIT(m) CHECKED(pthread_mutex_init(m, NULL))
#define CHECKED(call) do { if (call) abort(); } while (0)
#define OWN_INIT(first) MY_INIT(&first.lock)

typedef pthread_mutex_t my_mutex;
static my_mutex op, io;

static struct rw {
    my_mutex m;
    int n;
} env, locale;
static pthread_mutex_t first;
static struct { pthread_mutex_t lock; } second;
static int n;

/* One that is a parameter is no class. */
static int take(my_mutex *rw)
{
    return pthread_mutex_lock(rw);
}

static void init(void)
{
    OP_INIT;
    MUTEX_INIT(&io);
    ENV_INIT;
    RW_INIT(&locale);
    MY_INIT(&first);
    OWN_INIT(second);
}

static void inc(int k)
{
    MUTEX_LOCK(&op);
    n += k;
    MUTEX_UNLOCK(&op);
    MUTEX_LOCK(&env.m);
    env.n += k;
    MUTEX_UNLOCK(&env.m);
}

int main(void)
{
    init();
    inc(2);
    take(&io);
    printf("%d %d\n", n, env.n);
    MUTEX_UNLOCK(&io);
    MUTEX_LOCK(&first);
    n++;
    MUTEX_UNLOCK(&first);
    MUTEX_LOCK(&second.lock);
    n++;
    MUTEX_UNLOCK(&second.lock);
    return 0;
}
