#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

static void note(const char *what, int n)
{
    printf("%s %d\n", what, n);
}

struct by_case_cs {  /* m, in.c:15-26 */
    int n;           /* in */
};

static int by_case_cs(void *ctx)
{
    struct by_case_cs *cs = ctx;
    int n = cs->n;

    total += n;
    switch (n) {
    case 1: {
        total++;
        return 1;
    }
    default: {
        return 2;
    }
    }
}

/* the last case has a block */
static void by_case(int n)
{
    struct by_case_cs cs = { .n = n };
    int way = rcl_exec_anon(&m, by_case_cs, &cs, sizeof(cs));

    if (way == 1) {
        note("one", n);
    } else {
        note("more", n);
    }
}

struct in_last_case_cs {  /* m, in.c:34-46 */
    int n;                /* in */
};

static int in_last_case_cs(void *ctx)
{
    struct in_last_case_cs *cs = ctx;
    int n = cs->n;

    switch (n) {
    case 1:
        total++;
        return 1;
    default:
        if (n > 2) {
            return 2;
        } else {
            total += n;
            return 1;
        }
    }
}

/* the last case goes on with one statement */
static void in_last_case(int n)
{
    struct in_last_case_cs cs = { .n = n };
    int way = rcl_exec_anon(&m, in_last_case_cs, &cs, sizeof(cs));

    if (way == 2)
        note("many", n);
}

struct behind_label_cs {  /* m, in.c:54-63 */
    int n;                /* in */
};

static int behind_label_cs(void *ctx)
{
    struct behind_label_cs *cs = ctx;
    int n = cs->n;

    if (n > 5)
        goto out;
    total += n;
out:
    if (total & 1) {
        return 1;
    } else {
        return 2;
    }
}

/* a label stands before the last statement */
static void behind_label(int n)
{
    struct behind_label_cs cs = { .n = n };
    int way = rcl_exec_anon(&m, behind_label_cs, &cs, sizeof(cs));

    if (way == 1)
        note("odd", n);
}

int main(void)
{
    for (int n = 1; n < 8; n++) {
        by_case(n);
        in_last_case(n);
        behind_label(n);
    }
    printf("%d\n", total);
    return 0;
}
