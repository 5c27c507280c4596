#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define BEGIN {
#define END }
#define IF if (
#define THEN ) {
#define FI }

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static int add(int by)
BEGIN
    int now;

    rcl_lock(&lock);
    now = total += by;
    rcl_unlock(&lock);
    return now;
END

static int add_old(by)
    int by;
BEGIN
    rcl_lock(&lock);
    total += by;
    rcl_unlock(&lock);
    return by;
}

static int add_digraph(int by)
<%
    rcl_lock(&lock);
    total += by;
    rcl_unlock(&lock);
    return by;
%>

struct add_some_cs {  /* lock, in.c:44-46 */
    int by;           /* in */
};

static int add_some_cs(void *ctx)
{
    struct add_some_cs *cs = ctx;
    int by = cs->by;

    total += by;
    return 0;
}

/* Other blocks may be begun by macros. */
static int add_some(int by)
{
    IF by > 2 THEN
    struct add_some_cs cs = { .by = by };
    rcl_exec_anon(&lock, add_some_cs, &cs, sizeof(cs));
    FI
    return by;
}

int main(void)
{
    printf("%d %d %d %d\n", add(1), add_old(2), add_digraph(3), add_some(4));
    printf("%d\n", total);
    return 0;
}
