#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, seen;

/* The goto of the section leads to the first of the labels, behind which x is read. */
static int work(int i)
{
    int x = 1;
    {
        __label__ done;
        pthread_mutex_lock(&m);
        n += i;
        if (n > 5) {
            x = n;
            pthread_mutex_unlock(&m);
            goto done;
        }
        n++;
        pthread_mutex_unlock(&m);
        x = 2;
    done:
        seen += x;
    }
    x = 3;
    {
        __label__ done;
        if (i > 5)
            goto done;
        seen++;
    done:
        seen += 100;
    }
    return seen + x;
}

#define FIND(x) ({ __label__ out; int r = 0; if (x) goto out; r = 5; out: r; })

static int find(int i)
{
    int a = 1, b = 2;
    pthread_mutex_lock(&m);
    a = FIND(i);
    n += a;
    pthread_mutex_unlock(&m);
    b = FIND(!i);
    return a * 10 + b;
}

int main(void)
{
    printf("%d ", work(0));
    printf("%d ", work(3));
    printf("%d\n", work(9));
    printf("%d ", find(0));
    printf("%d\n", find(1));
    return 0;
}
