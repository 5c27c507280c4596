/* Lock functions ask for what a field leads to, which may be none, and say 0 then in a branch of its own. */
#include <pthread.h>
#include <stdio.h>
struct threads { pthread_mutex_t lock; int n; };
struct handle { void *priv; int count; };
static struct threads one = { PTHREAD_MUTEX_INITIALIZER, 0 };

int enter(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (adaptor) {
        return pthread_mutex_lock(&adaptor->lock);
    } else {
        return 0;
    }
}

int leave(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (adaptor) {
        return pthread_mutex_unlock(&adaptor->lock);
    } else {
        return 0;
    }
}

int enter2(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (!adaptor)
        return 0;
    else
        return pthread_mutex_lock(&adaptor->lock);
}

int leave2(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (adaptor == NULL)
        return 0;
    else
        return pthread_mutex_unlock(&adaptor->lock);
}

/* it asks for more than that there is one */
int enter_some(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (!adaptor || !adaptor->n)
        return 0;
    return pthread_mutex_lock(&adaptor->lock);
}

int leave_some(struct handle *zh)
{
    struct threads *adaptor = zh->priv;
    if (!adaptor || !adaptor->n)
        return 0;
    return pthread_mutex_unlock(&adaptor->lock);
}

static void a(struct handle *zh, int n)
{
    enter(zh);
    zh->count += n;
    leave(zh);
}

static void b(struct handle *zh, int n)
{
    enter2(zh);
    zh->count += n;
    leave2(zh);
}

/* it takes its mutex away */
static void c(struct handle *zh, int n)
{
    enter(zh);
    zh->count += n;
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
