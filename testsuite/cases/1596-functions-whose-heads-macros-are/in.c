#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tokens;

/* As flex has it. */
#define YY_DECL int yylex (const char *text)

struct YY_TABLE { int first; };

/** The scanner.
 */
YY_DECL
{
    struct YY_TABLE table = { text[0] };

    switch (table.first) {
    case '#':
        pthread_mutex_lock(&lock);
        tokens++;
        pthread_mutex_unlock(&lock);
        return '#';
    default:
        pthread_mutex_lock(&lock);
        if (*text == ' ') {
            pthread_mutex_unlock(&lock);
            break;
        }
        tokens += 2;
        pthread_mutex_unlock(&lock);
        return *text;
    }
    return 0;
}

#undef YY_DECL
#define YY_DECL int again(int by)
/* It is another one. */
static YY_DECL {
    pthread_mutex_lock(&lock);
    tokens += by;
    pthread_mutex_unlock(&lock);
    return by;
}

/* It would have to be declared before its section's function. */
#define DEPTH int depth(int left)
DEPTH
{
    int below = 0;

    if (left > 0)
        below = depth(left - 1);
    pthread_mutex_lock(&lock);
    tokens += left;
    pthread_mutex_unlock(&lock);
    return below + 1;
}

int main(void)
{
    printf("%d %d %d\n", yylex("#"), yylex("x"), yylex(" "));
    printf("%d %d\n", again(3), depth(2));
    printf("%d\n", tokens);
    return 0;
}
