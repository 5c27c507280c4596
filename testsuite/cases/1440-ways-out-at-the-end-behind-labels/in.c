#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void note(const char *what, int n)
{
    printf("%s %d\n", what, n);
}

/* the last case has a block */
static void by_case(int n)
{
    pthread_mutex_lock(&m);
    total += n;
    switch (n) {
    case 1: {
        total++;
        pthread_mutex_unlock(&m);
        note("one", n);
        break;
    }
    default: {
        pthread_mutex_unlock(&m);
        note("more", n);
    }
    }
}

/* the last case goes on with one statement */
static void in_last_case(int n)
{
    pthread_mutex_lock(&m);
    switch (n) {
    case 1:
        total++;
        pthread_mutex_unlock(&m);
        break;
    default:
        if (n > 2) {
            pthread_mutex_unlock(&m);
            note("many", n);
        } else {
            total += n;
            pthread_mutex_unlock(&m);
        }
    }
}

/* a label stands before the last statement */
static void behind_label(int n)
{
    pthread_mutex_lock(&m);
    if (n > 5)
        goto out;
    total += n;
out:
    if (total & 1) {
        pthread_mutex_unlock(&m);
        note("odd", n);
    } else {
        pthread_mutex_unlock(&m);
    }
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
