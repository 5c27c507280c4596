#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, other;

/* what this file's switches look like */
static const char *name_of(int a)
{
    switch (a)
    {
        case 1:
            return "one";
        case 2:
            return "two";
        default:
            return "many";
    }
}

struct three_cs {  /* m, in.c:24-41 */
    int a;         /* in */
};

static int three_cs(void *ctx)
{
    struct three_cs *cs = ctx;
    int a = cs->a;

    count++;
    if (a == 1)
    {
        other++;
        return 1;
    }
    else if (a == 2)
    {
        other--;
        return 2;
    }
    else
    {
        return 3;
    }
}

/* three ways out that do not jump */
int three(int a)
{
    struct three_cs cs = { .a = a };
    int way = rcl_exec_anon(&m, three_cs, &cs, sizeof(cs));

    if (way == 1)
    {
        puts(name_of(1));
    }
    else if (way == 2)
    {
        puts(name_of(2));
    }
    else
    {
        puts(name_of(3));
    }
    return a;
}

struct jumps_cs {  /* m, in.c:49-65 */
    int a;         /* in */
    int told;      /* out */
};

static int jumps_cs(void *ctx)
{
    struct jumps_cs *cs = ctx;
    int a = cs->a;

    if (a == 1)
    {
        return 1;
    }
    if (a == 2)
    {
        int told = count++;
        cs->told = told;
        return 2;
    }
    count++;
    return 0;
}

/* two that do, one of which declares a variable, and the section's end */
int jumps(int a)
{
    struct jumps_cs cs = { .a = a };
    switch (rcl_exec_anon(&m, jumps_cs, &cs, sizeof(cs)))
    {
        case 1: {
            int own = a * 2;
            printf("%d\n", own);
            return own;
        }
        case 2: {
            int told = cs.told;
            printf("%d\n", told);
            return 2;
        }
    }
    return 0;
}

struct one_local_cs {  /* m, in.c:72-83 */
    int a;             /* in */
    int told;          /* out */
};

static int one_local_cs(void *ctx)
{
    struct one_local_cs *cs = ctx;
    int a = cs->a;

    if (a == 1)
    {
        int told = count++;
        cs->told = told;
        return 1;
    }
    else
    {
        other++;
        return 2;
    }
}

/* two that do not jump, with a variable that one of them alone has */
int one_local(int a)
{
    struct one_local_cs cs = { .a = a };
    int way = rcl_exec_anon(&m, one_local_cs, &cs, sizeof(cs));

    if (way == 1)
    {
        int told = cs.told;
        printf("%d\n", told);
    }
    else
    {
        puts(name_of(a));
    }
    return a;
}

struct behind_a_label_cs {  /* m, in.c:95-104 */
    int a;                  /* in */
    int told;               /* out */
};

static int behind_a_label_cs(void *ctx)
{
    struct behind_a_label_cs *cs = ctx;
    int a = cs->a;

    if (a == 1)
    {
        int told = count++;
        cs->told = told;
        return 1;
    }
    other++;
    return 0;
}

/* behind a label, where no declaration may stand */
int behind_a_label(int a)
{
    if (a == 3)
        goto there;
    puts(name_of(a));
there:
    {
        struct behind_a_label_cs cs = { .a = a };
        if (rcl_exec_anon(&m, behind_a_label_cs, &cs, sizeof(cs)) == 1)
        {
            int told = cs.told;
            printf("%d\n", told);
            return told;
        }
    }
    puts(name_of(a));
    return a;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 12; i++)
        sum += three(i % 4) + jumps(i % 4) + one_local(i % 3) + behind_a_label(i % 4);
    printf("%d %d %d\n", sum, count, other);
    return 0;
}
