#include <pthread.h>
#include <stdio.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__clang__) || __has_feature(address_sanitizer)
#define BUMP(x, y) ((x) += (y))
#else
#define BUMP(x, y) ((y) += (x))
#endif
#define GCC_VERSION (__GNUC__ * 100 + __GNUC_MINOR__)
#if GCC_VERSION < 500
#define DROP(x, y) ((x) -= (y))
#else
#define DROP(x, y) ((y) -= (x))
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

static int dropped(int a, int b)
{
    pthread_mutex_lock(&m);
    n++;
    DROP(a, b);
    pthread_mutex_unlock(&m);
    return 10 * a + b;
}

static int chosen(int a, int b)
{
    pthread_mutex_lock(&m);
#ifdef __clang__
    a += b;
#else
    b = a * 3;
#endif
    n += b;
    pthread_mutex_unlock(&m);
    return 10 * a + b;
}

int main(void)
{
    printf("%d ", bumped(1, 2));
    printf("%d ", dropped(1, 2));
    printf("%d\n", chosen(1, 2));
    return 0;
}
