#include <pthread.h>
#include <stdio.h>

#if defined(__AES__) && defined(__FAST_MATH__) && OTHER == 2
#define BUMP(x, y) ((x) += (y))
#else
#define BUMP(x, y) ((y) += (x))
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int bumped(int a, int b)
{
    pthread_mutex_lock(&m);
    n++;
    BUMP(a, b);
    pthread_mutex_unlock(&m);
    return 10 * a + b;
}

int main(void)
{
    printf("%d\n", bumped(1, 2));
    return 0;
}
