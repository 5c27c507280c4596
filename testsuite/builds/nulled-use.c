#include <stdio.h>
#include "nulled.h"
static int count;

static void add(guard *g)
{
    guard_lock(g);
    count++;
    guard_unlock(g);
}

static void more(guard *g)
{
    guard_enter(g);
    count++;
    guard_leave(g);
}

int main(void)
{
    add(&own);
    add(NULL);
    more(&own);
    more(NULL);
    printf("%d\n", count);
    return 0;
}
