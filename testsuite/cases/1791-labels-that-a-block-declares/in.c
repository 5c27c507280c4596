/* Labels that __label__ declares before a section. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

int one(int k)
{
    __label__ out, again;
    int r = 0;
    pthread_mutex_lock(&m);
again:
    x += k;
    if (x < 0) {
        r = -1;
        goto out;
    }
    if (x < 5)
        goto again;
    r = x;
out:
    pthread_mutex_unlock(&m);
    return r;
}

int two(int k)
{
    __label__ out;
    int r = 0;
    pthread_mutex_lock(&m);
    x += k;
    if (x < 0) {
        pthread_mutex_unlock(&m);
        goto out;
    }
    r = x;
    pthread_mutex_unlock(&m);
out:
    return r;
}

int three(int k)
{
    int r = 0;
    {
        __label__ out;
        pthread_mutex_lock(&m);
        x += k;
        if (x < 0)
            goto out;
        r = x;
out:
        pthread_mutex_unlock(&m);
    }
    return r;
}

int main(void)
{
    int a = one(1), b = two(1), c = three(-30);
    printf("%d %d %d\n", a, b, c);
    return 0;
}
