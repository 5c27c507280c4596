/* What is allocated by another name of a mutex's type, or by the size of another mutex, is as large as those. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

typedef rcl_mutex_t mutex_type;
typedef pthread_cond_t cond_type;

static rcl_mutex_t example = RCL_MUTEX_INITIALIZER(example);
static void *hidden;
static rcl_mutex_t *as_large;
static pthread_cond_t *changed;
static int total;

static void *memory(size_t size)
{
    return malloc(size);
}

static void make(void)
{
    hidden = malloc(sizeof(mutex_type));
    rcl_mutex_init(hidden, NULL, hidden);
    as_large = memory(sizeof(example));
    rcl_mutex_init(as_large, NULL, as_large);
    changed = calloc(1, sizeof(cond_type));
    pthread_cond_init(changed, NULL);
}

struct add_cs {  /* hidden, in.c:32-36 */
    int n;       /* in-out */
};

static int add_cs(void *ctx)
{
    struct add_cs *cs = ctx;
    int n = cs->n;

    total += n;
    n = total;
    pthread_cond_signal(changed);
    cs->n = n;
    return 0;
}

static int add(int n)
{
    struct add_cs cs = { .n = n };
    rcl_exec_anon(hidden, add_cs, &cs, sizeof(cs));
    n = cs.n;
    return n;
}

struct add_more_as_large_cs {  /* as_large, in.c:42-44 */
    int n;                     /* in */
};

static int add_more_as_large_cs(void *ctx)
{
    struct add_more_as_large_cs *cs = ctx;
    int n = cs->n;

    total += n;
    return 0;
}

struct add_more_example_cs {  /* example, in.c:45-47 */
    int n;                    /* out */
};

static int add_more_example_cs(void *ctx)
{
    struct add_more_example_cs *cs = ctx;
    int n;

    n = total;
    cs->n = n;
    return 0;
}

static int add_more(int n)
{
    struct add_more_as_large_cs cs = { .n = n };
    rcl_exec_anon(as_large, add_more_as_large_cs, &cs, sizeof(cs));
    struct add_more_example_cs example_cs;
    rcl_exec_anon(&example, add_more_example_cs, &example_cs, sizeof(example_cs));
    n = example_cs.n;
    return n;
}

int main(void)
{
    make();
    printf("%d\n", add(1));
    printf("%d\n", add_more(2));
    return 0;
}
