#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

#define TRY(e) do { if ((error = (e)) != 0) goto failed; } while (0)
#define CHECK(e) do { if ((e) != 0) goto failed; } while (0)

/* Without its check nothing would jump there. */
static int add(int by)
{
    int error = 0;

    TRY(rcl_lock(&lock));
    total += by;
    rcl_unlock(&lock);
    return by;
failed:
    return error;
}

static int add_checked(int by)
{
    rcl_lock(&lock);
    total += by;
    CHECK(rcl_unlock(&lock));
    return by;
failed:
    return -1;
}

struct add_some_cs {  /* lock, in.c:39-41 */
    int by;           /* in */
};

static int add_some_cs(void *ctx)
{
    struct add_some_cs *cs = ctx;
    int by = cs->by;

    total += by;
    return 0;
}

/* Something else jumps there, too. */
static int add_some(int by)
{
    int error;

    TRY(by < 0);
    struct add_some_cs cs = { .by = by };
    error = 0;
    rcl_exec_anon(&lock, add_some_cs, &cs, sizeof(cs));
failed:
    return error;
}

struct add_if_cs {  /* lock, in.c:49-52 */
    int by;         /* in */
};

static int add_if_cs(void *ctx)
{
    struct add_if_cs *cs = ctx;
    int by = cs->by;

    total += by;
    return 0;
}

/* An if statement stays, and asks for the call of the section. */
static int add_if(int by)
{
    struct add_if_cs cs = { .by = by };
    if (rcl_exec_anon(&lock, add_if_cs, &cs, sizeof(cs)) < 0)
        goto failed;
    return by;
failed:
    return -1;
}

int main(void)
{
    printf("%d %d %d %d\n", add(1), add_checked(2), add_some(3), add_if(4));
    printf("%d\n", total);
    return 0;
}
