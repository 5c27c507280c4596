#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct entry {
    int what, result;
};

static rcl_mutex_t tracelock = RCL_MUTEX_INITIALIZER(tracelock);
static struct entry *table;
static int entries, next;

struct start_cs {  /* tracelock, in.c:16-25 */
    int n;         /* in */
};

static int start_cs(void *ctx)
{
    struct start_cs *cs = ctx;
    int n = cs->n;

    if (table != NULL)
    {
        return 1;
    }
    table = calloc((size_t)n, sizeof(*table));
    entries = n;
    next = 0;
    return 0;
}

static int start(int n)
{
    if (n <= 0) return -1;
    {
        struct start_cs cs = { .n = n };
        if (rcl_exec_errno(&tracelock, start_cs, &cs, sizeof(cs)) == 1)
        {
            return -1;
        }
    }
    return 0;
}

struct trace_cs {  /* tracelock, in.c:34-42 */
    int i;         /* out */
};

static int trace_cs(void *ctx)
{
    struct trace_cs *cs = ctx;
    int i;

    if (table == NULL || entries == 0)
    {
        return 1;
    }
    i = next++;
    if (next >= entries) next = 0;
    cs->i = i;
    return 0;
}

static void trace(int what, int result)
{
int i;

    if (what < 0) return;
    {
        struct trace_cs cs;
        if (rcl_exec_anon(&tracelock, trace_cs, &cs, sizeof(cs)) == 1)
        {
            return;
        }
        i = cs.i;
    }
    table[i].what = what;
    table[i].result = result;
}

struct stop_cs {  /* tracelock, in.c:52-55 */
    int n;        /* out */
};

static int stop_cs(void *ctx)
{
    struct stop_cs *cs = ctx;
    int n;

    n = entries;
    entries = 0;
    cs->n = n;
    return 0;
}

static int stop(void)
{
int   i, n, count = 0;

    if (table == NULL) return count;
    {
        struct stop_cs cs;
        rcl_exec_anon(&tracelock, stop_cs, &cs, sizeof(cs));
        n = cs.n;
    }

    for (i = 0; i < n; i++)
        count += table[i].what * 10 + table[i].result;
    free(table);
    table = NULL;
    return count;
}

int main(void)
{
    trace(9, 9);
    printf("%d", start(3));
    printf(" %d\n", start(4));
    trace(1, 2);
    trace(2, 3);
    trace(3, 4);
    trace(4, 5);
    printf("%d", stop());
    printf(" %d\n", stop());
    return 0;
}
