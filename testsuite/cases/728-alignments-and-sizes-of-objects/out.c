#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

static int aligned(int i)
{
    _Alignas(64) int k = i;
    rcl_lock(&m);
    n += (int)__alignof__(k) + k;
    rcl_unlock(&m);
    return n;
}

struct of_type_cs {  /* m, in.c:18-20 */
    int i;           /* in */
};

static int of_type_cs(void *ctx)
{
    struct of_type_cs *cs = ctx;
    int i = cs->i;

    n += (int)_Alignof(int) + i;
    return 0;
}

static int of_type(int i)
{
    struct of_type_cs cs = { .i = i };
    rcl_exec_anon(&m, of_type_cs, &cs, sizeof(cs));
    return n;
}

static int sized(int i)
{
    char text[32] = "";
    rcl_lock(&m);
    n += (int)__builtin_object_size(text, 0) + i;
    rcl_unlock(&m);
    return n + text[0];
}

int main(void)
{
    printf("%d ", aligned(1));
    printf("%d ", of_type(1));
    printf("%d\n", sized(1));
    return 0;
}
