/* A macro that initialises a mutex, and does more, is given its class where another macro calls it, too. */
#include <pthread.h>
#include "rcl_config.h"
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
#define MUTEX_INIT_as(m, rcl_class) \
    STMT_START {						\
        int _e;							\
        if ((_e = rcl_mutex_init((m), NULL, rcl_class)))	\
            abort();						\
    } STMT_END
#define MUTEX_LOCK(m) STMT_START { int _e; if ((_e = rcl_lock((m)))) abort(); } STMT_END
#define MUTEX_UNLOCK(m) STMT_START { int _e; if ((_e = rcl_unlock((m)))) abort(); } STMT_END
#define OP_INIT MUTEX_INIT_as(&op, op)
#define RW_INIT(rw)                              \
    STMT_START {                                 \
        MUTEX_INIT_as(&(rw)->m, rw_m);           \
        (rw)->n = 0;                             \
    } STMT_END
#define ENV_INIT RW_INIT(&env)

/* Its parameter is called like a class. */
#define MY_INIT(m) CHECKED(rcl_mutex_init(m, NULL, second_lock))
#define CHECKED(call) do { if (call) abort(); } while (0)
#define OWN_INIT(first) MY_INIT(&first.lock)

typedef rcl_mutex_t my_mutex;
static my_mutex op, io;

static struct rw {
    my_mutex m;
    int n;
} env, locale;
static rcl_mutex_t first;
static struct { rcl_mutex_t lock; } second;
static int n;

static void init(void)
{
    OP_INIT;
    MUTEX_INIT_as(&io, io);
    ENV_INIT;
    RW_INIT(&locale);
    MY_INIT(&first);
    OWN_INIT(second);
}

struct inc_op_cs {  /* op, in.c:58-60 */
    int k;          /* in */
};

static int inc_op_cs(void *ctx)
{
    struct inc_op_cs *cs = ctx;
    int k = cs->k;

    n += k;
    return 0;
}

struct inc_env_cs {  /* env.m, in.c:61-63 */
    int k;           /* in */
};

static int inc_env_cs(void *ctx)
{
    struct inc_env_cs *cs = ctx;
    int k = cs->k;

    env.n += k;
    return 0;
}

static void inc(int k)
{
    struct inc_op_cs cs = { .k = k };
    rcl_exec_anon(&op, inc_op_cs, &cs, sizeof(cs));
    struct inc_env_cs env_cs = { .k = k };
    rcl_exec_anon(&env.m, inc_env_cs, &env_cs, sizeof(env_cs));
}

/* io, in.c:70-72 */
static int main_io_cs(void *ctx)
{
    printf("%d %d\n", n, env.n);
    return 0;
}

/* first, in.c:73-75 */
static int main_first_cs(void *ctx)
{
    n++;
    return 0;
}

/* second.lock, in.c:76-78 */
static int main_second_cs(void *ctx)
{
    n++;
    return 0;
}

int main(void)
{
    init();
    inc(2);
    rcl_exec(&io, main_io_cs, NULL, 0);
    rcl_exec_anon(&first, main_first_cs, NULL, 0);
    rcl_exec_anon(&second.lock, main_second_cs, NULL, 0);
    return 0;
}
