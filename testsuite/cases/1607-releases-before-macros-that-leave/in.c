#include <pthread.h>
#include <stdio.h>

#define FAULT(what) do { printf("fault %d\n", what); return -1; } while (0)
#define FAIL(to, code) do { result = code; goto to; } while (0)
#define GIVE(value) return value
#define THROW return
#define NEXT continue
#define SAY_REST do { printf("rest %d\n", rest); return rest; } while (0)
#define MAYBE(value) do { if (value) return -2; } while (0)
#define GIVEN(what) what

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* A macro that does more and returns, in a switch, before a break that nobody gets to. */
static int run(const int *code)
{
    int at = 0;

    pthread_mutex_lock(&m);
    while (code[at] != 0) {
        switch (code[at]) {
        case 1:
            total += code[at + 1];
            break;
        case 2:
            at = code[at + 1];
            continue;
        default:
            pthread_mutex_unlock(&m);
            FAULT(code[at]);    /* not known */
            break;
        }
        at += 2;
    }
    pthread_mutex_unlock(&m);
    return total;
}

/* Macros that are nothing but a return, or its first word; one that jumps to behind the section. */
static int take(int n)
{
    int result = 0;

    pthread_mutex_lock(&m);
    if (n < 0) {
        pthread_mutex_unlock(&m);
        GIVE(n);
    }
    if (n == 0) {
        total--;
        pthread_mutex_unlock(&m);
        THROW total < 0 ? -3 : -4;
    }
    if (n > total) {
        pthread_mutex_unlock(&m);
        if (n > 100)
            FAULT(n);
        FAIL(out, 17);
    }
    total -= n;
    pthread_mutex_unlock(&m);
out:
    return result;
}

/* By continue; and one after which control may go on, up to a jump. */
static int count(const int *code)
{
    int n = 0;

    for (int at = 0; code[at] != 0; at++) {
        pthread_mutex_lock(&m);
        if (code[at] == 2) {
            pthread_mutex_unlock(&m);
            NEXT;
        }
        total++;
        if (code[at] == 3) {
            pthread_mutex_unlock(&m);
            MAYBE(n > 2);
            continue;
        }
        n++;
        pthread_mutex_unlock(&m);
    }
    return n;
}

/* It names a variable of the section's. */
static int names(const int *code)
{
    pthread_mutex_lock(&m);
    for (int at = 0; code[at] != 0; at++) {
        int rest = code[at] - 5;

        if (rest > 0) {
            pthread_mutex_unlock(&m);
            SAY_REST;
        }
        total += rest;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

/* A macro that is handed the jump. */
static int given(int n)
{
    pthread_mutex_lock(&m);
    total += n;
    if (n == 6) {
        pthread_mutex_unlock(&m);
        GIVEN(return 7;)
    }
    total++;
    pthread_mutex_unlock(&m);
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
