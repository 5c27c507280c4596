#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;
static __thread int mine;

#define HANDLE int type; void (*done)(void)

struct handle { HANDLE; };
struct stream { HANDLE; int port; };
struct raw { int type; void (*end)(void); };

static void nothing(void) { n++; }
static void own(void) { n += mine; }
static void own_too(void) { n += mine * 10; }

static struct handle plain, copied;
static struct stream stream;
static void (*slots[2])(void);

struct cast_cs {       /* m, in.c:25-27 */
    struct handle *h;  /* in */
};

static int cast_cs(void *ctx)
{
    struct cast_cs *cs = ctx;
    struct handle *h = cs->h;

    h->done();
    return 0;
}

static int cast(struct handle *h)
{
    struct cast_cs cs = { .h = h };
    rcl_exec(&m, cast_cs, &cs, sizeof(cs));
    return n;
}

/* m, in.c:33-35 */
static int copy_cs(void *ctx)
{
    copied.done();
    return 0;
}

static int copy(void)
{
    rcl_exec(&m, copy_cs, NULL, 0);
    return n;
}

struct untyped_cs {  /* m, in.c:41-43 */
    int i;           /* in */
};

static int untyped_cs(void *ctx)
{
    struct untyped_cs *cs = ctx;
    int i = cs->i;

    slots[i]();
    return 0;
}

static int untyped(int i)
{
    struct untyped_cs cs = { .i = i };
    rcl_exec_blocking(&m, untyped_cs, &cs, sizeof(cs));
    return n;
}

static void *run(void *arg)
{
    mine = 5;
    printf("%d ", cast(&plain));
    printf("%d ", cast((struct handle *)&stream));
    printf("%d ", copy());
    printf("%d ", untyped(0));
    printf("%d\n", untyped(1));
    return arg;
}

int main(void)
{
    struct raw raw;
    void **slot = (void **)&slots[1];
    pthread_t t;
    raw.type = 1;
    raw.end = own_too;
    plain.done = copied.done = slots[0] = nothing;
    stream.done = own;
    memcpy(&copied, &raw, sizeof(copied));
    *slot = (void *)own;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
