#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define FAULT(what) do { printf("fault %d\n", what); return -1; } while (0)
#define FAIL(to, code) do { result = code; goto to; } while (0)
#define GIVE(value) return value
#define THROW return
#define NEXT continue
#define SAY_REST do { printf("rest %d\n", rest); return rest; } while (0)
#define MAYBE(value) do { if (value) return -2; } while (0)
#define GIVEN(what) what

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

struct run_cs {       /* m, in.c:21-37 */
    const int *code;  /* in */
    int at;           /* in-out */
};

static int run_cs(void *ctx)
{
    struct run_cs *cs = ctx;
    const int *code = cs->code;
    int at = cs->at;

    while (code[at] != 0) {
        switch (code[at]) {
        case 1:
            total += code[at + 1];
            break;
        case 2:
            at = code[at + 1];
            continue;
        default:
            cs->at = at;
            return 1;
            break;
        }
        at += 2;
    }
    return 0;
}

/* A macro that does more and returns, in a switch, before a break that nobody gets to. */
static int run(const int *code)
{
    int at = 0;

    struct run_cs cs = { .code = code, .at = at };
    if (rcl_exec_anon(&m, run_cs, &cs, sizeof(cs)) == 1) {
        at = cs.at;
        FAULT(code[at]);    /* not known */
    }
    return total;
}

struct take_cs {  /* m, in.c:46-63 */
    int n;        /* in */
};

static int take_cs(void *ctx)
{
    struct take_cs *cs = ctx;
    int n = cs->n;

    if (n < 0) {
        return 1;
    }
    if (n == 0) {
        total--;
        return 2;
    }
    if (n > total) {
        return 3;
    }
    total -= n;
    return 0;
}

/* Macros that are nothing but a return, or its first word; one that jumps to behind the section. */
static int take(int n)
{
    int result = 0;

    struct take_cs cs = { .n = n };
    int way = rcl_exec_anon(&m, take_cs, &cs, sizeof(cs));

    if (way == 1) {
        GIVE(n);
    }
    if (way == 2) {
        THROW total < 0 ? -3 : -4;
    }
    if (way == 3) {
        if (n > 100)
            FAULT(n);
        FAIL(out, 17);
    }
out:
    return result;
}

struct count_cs {     /* m, in.c:74-86 */
    const int *code;  /* in */
    int n;            /* in-out */
    int at;           /* in */
};

static int count_cs(void *ctx)
{
    struct count_cs *cs = ctx;
    const int *code = cs->code;
    int n = cs->n;
    int at = cs->at;

    if (code[at] == 2) {
        cs->n = n;
        return 1;
    }
    total++;
    if (code[at] == 3) {
        cs->n = n;
        return 2;
    }
    n++;
    cs->n = n;
    return 0;
}

/* By continue; and one after which control may go on, up to a jump. */
static int count(const int *code)
{
    int n = 0;

    for (int at = 0; code[at] != 0; at++) {
        struct count_cs cs = { .code = code, .n = n, .at = at };
        int way = rcl_exec_anon(&m, count_cs, &cs, sizeof(cs));
        n = cs.n;

        if (way == 1) {
            NEXT;
        }
        if (way == 2) {
            MAYBE(n > 2);
            continue;
        }
    }
    return n;
}

struct names_cs {     /* m, in.c:94-104 */
    const int *code;  /* in */
    int rest;         /* out */
};

static int names_cs(void *ctx)
{
    struct names_cs *cs = ctx;
    const int *code = cs->code;

    for (int at = 0; code[at] != 0; at++) {
        int rest = code[at] - 5;

        if (rest > 0) {
            cs->rest = rest;
            return 1;
        }
        total += rest;
    }
    return 0;
}

/* It names a variable of the section's. */
static int names(const int *code)
{
    struct names_cs cs = { .code = code };
    if (rcl_exec_anon(&m, names_cs, &cs, sizeof(cs)) == 1) {
        int rest = cs.rest;
        SAY_REST;
    }
    return 0;
}

struct given_cs {  /* m, in.c:111-118 */
    int n;         /* in */
};

static int given_cs(void *ctx)
{
    struct given_cs *cs = ctx;
    int n = cs->n;

    total += n;
    if (n == 6) {
        return 1;
    }
    total++;
    return 0;
}

/* A macro that is handed the jump. */
static int given(int n)
{
    struct given_cs cs = { .n = n };
    if (rcl_exec_anon(&m, given_cs, &cs, sizeof(cs)) == 1) {
        GIVEN(return 7;)
    }
    return 0;
}

int main(void)
{
    const int good[] = { 1, 5, 2, 6, 9, 9, 1, 7, 0 }, bad[] = { 1, 1, 9, 0 }, some[] = { 2, 3, 1, 4, 3, 7, 3, 0 };

    printf("%d\n", run(good));
    printf("%d\n", run(bad));
    for (int n = -1; n < 7; n += 2)
        printf("%d\n", take(n));
    printf("%d\n", take(0));
    printf("%d\n", take(500));
    printf("%d\n", count(some));
    printf("%d\n", count(some + 3));
    printf("%d\n", names(some));
    printf("%d\n", names(bad));
    printf("%d\n", given(6));
    printf("%d\n", given(5));
    printf("%d\n", total);
    return 0;
}
