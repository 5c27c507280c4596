/* Lock functions ask for what a field leads to, which may be none, and say 0 then in a branch of its own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
struct threads { rcl_mutex_t lock; int n; };
struct handle { void *priv; int count; };
static struct threads one = { RCL_MUTEX_INITIALIZER(threads_lock), 0 };

static rcl_mutex_t *enter_mutex(struct handle *zh)
{
    struct threads *adaptor = zh->priv;

    return &adaptor->lock;
}

int enter(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (adaptor) {
        return rcl_lock(&adaptor->lock);
    } else {
        return 0;
    }
}

int leave(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (adaptor) {
        return rcl_unlock(&adaptor->lock);
    } else {
        return 0;
    }
}

static rcl_mutex_t *enter2_mutex(struct handle *zh)
{
    struct threads *adaptor = zh->priv;

    return &adaptor->lock;
}

int enter2(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (!adaptor)
        return 0;
    else
        return rcl_lock(&adaptor->lock);
}

int leave2(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (adaptor == NULL)
        return 0;
    else
        return rcl_unlock(&adaptor->lock);
}

/* it asks for more than that there is one */
int enter_some(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (!adaptor || !adaptor->n)
        return 0;
    return rcl_lock(&adaptor->lock);
}

int leave_some(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (!adaptor || !adaptor->n)
        return 0;
    return rcl_unlock(&adaptor->lock);
}

struct a_cs {           /* zh->priv->lock, in.c:65-67 */
    struct handle *zh;  /* in */
    int n;              /* in */
};

static int a_cs(void *ctx)
{
    struct a_cs *cs = ctx;
    struct handle *zh = cs->zh;
    int n = cs->n;

    zh->count += n;
    return 0;
}

static void a(struct handle *zh, int n)
{
    struct a_cs cs = { .zh = zh, .n = n };
    if (zh->priv)
        rcl_exec_anon(enter_mutex(zh), a_cs, &cs, sizeof(cs));
    else
        a_cs(&cs);
}

struct b_cs {           /* zh->priv->lock, in.c:72-74 */
    struct handle *zh;  /* in */
    int n;              /* in */
};

static int b_cs(void *ctx)
{
    struct b_cs *cs = ctx;
    struct handle *zh = cs->zh;
    int n = cs->n;

    zh->count += n;
    return 0;
}

static void b(struct handle *zh, int n)
{
    struct b_cs cs = { .zh = zh, .n = n };
    if (zh->priv)
        rcl_exec_anon(enter2_mutex(zh), b_cs, &cs, sizeof(cs));
    else
        b_cs(&cs);
}

struct c_cs {           /* zh->priv->lock, in.c:80-81 */
    struct handle *zh;  /* in */
    int n;              /* in */
};

static int c_cs(void *ctx)
{
    struct c_cs *cs = ctx;
    struct handle *zh = cs->zh;
    int n = cs->n;

    zh->count += n;
    return RCL_KEEP;
}

/* it takes its mutex away */
static void c(struct handle *zh, int n)
{
    struct c_cs cs = { .zh = zh, .n = n };
    if (zh->priv)
        rcl_exec_anon(enter_mutex(zh), c_cs, &cs, sizeof(cs));
    else
        c_cs(&cs);
    zh->priv = NULL;
    leave(zh);
}

static void d(struct handle *zh, int n)
{
    enter_some(zh);
    zh->count += n;
    leave_some(zh);
}

int main(void)
{
    struct handle with = { &one, 0 }, without = { NULL, 0 };
    a(&with, 1); a(&without, 2); b(&with, 3); b(&without, 4); c(&without, 5); d(&with, 6); d(&without, 7);
    printf("%d %d\n", with.count, without.count);
    return 0;
}
