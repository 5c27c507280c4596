#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int tokens;

/* As flex has it. */
#define YY_DECL int yylex (const char *text)

struct YY_TABLE { int first; };

/* lock, in.c:20-22 */
static int yylex_lock_1_cs(void *ctx)
{
    tokens++;
    return 0;
}

struct yylex_lock_2_cs {  /* lock, in.c:25-31 */
    const char *text;     /* in */
};

static int yylex_lock_2_cs(void *ctx)
{
    struct yylex_lock_2_cs *cs = ctx;
    const char *text = cs->text;

    if (*text == ' ') {
        return 1;
    }
    tokens += 2;
    return 0;
}

/** The scanner.
 */
YY_DECL
{
    struct YY_TABLE table = { text[0] };

    switch (table.first) {
    case '#':
        rcl_exec_anon(&lock, yylex_lock_1_cs, NULL, 0);
        return '#';
    default:
        {
            struct yylex_lock_2_cs cs = { .text = text };
            if (rcl_exec_anon(&lock, yylex_lock_2_cs, &cs, sizeof(cs)) == 1) {
                break;
            }
        }
        return *text;
    }
    return 0;
}

#undef YY_DECL
#define YY_DECL int again(int by)
struct again_cs {  /* lock, in.c:41-43 */
    int by;        /* in */
};

static int again_cs(void *ctx) {
    struct again_cs *cs = ctx;
    int by = cs->by;

    tokens += by;
    return 0;
}

/* It is another one. */
static YY_DECL {
    struct again_cs cs = { .by = by };
    rcl_exec_anon(&lock, again_cs, &cs, sizeof(cs));
    return by;
}

/* It would have to be declared before its section's function. */
#define DEPTH int depth(int left)
DEPTH
{
    int below = 0;

    if (left > 0)
        below = depth(left - 1);
    rcl_lock(&lock);
    tokens += left;
    rcl_unlock(&lock);
    return below + 1;
}

int main(void)
{
    printf("%d %d %d\n", yylex("#"), yylex("x"), yylex(" "));
    printf("%d %d\n", again(3), depth(2));
    printf("%d\n", tokens);
    return 0;
}
