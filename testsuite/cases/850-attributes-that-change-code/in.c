#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

#define WRAPS __attribute__((__optimize__("wrapv")))
#define ATTRIBUTE(x) __attribute__((x))

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int behind(int x) ATTRIBUTE(target("fpmath=387"));

WRAPS static int grows(int x)
{
    int answer;
    pthread_mutex_lock(&m);
    answer = x + 1 > x ? 7 : 9;
    n++;
    pthread_mutex_unlock(&m);
    return answer;
}

static int behind(int x)
{
    pthread_mutex_lock(&m);
    n += x;
    pthread_mutex_unlock(&m);
    return n;
}

__attribute__((noinline, no_sanitize_undefined)) static int hashed(int x)
{
    pthread_mutex_lock(&m);
    n += x;
    pthread_mutex_unlock(&m);
    return n;
}

__attribute__((noinline)) static int aimed(int target, int optimize)
{
    pthread_mutex_lock(&m);
    n += target + optimize;
    pthread_mutex_unlock(&m);
    return n;
}

static int named(void)
{
    int same;
    pthread_mutex_lock(&m);
    same = __builtin_FUNCTION()[0] == 'n' && __builtin_FUNCTION()[5] == '\0';
    n++;
    pthread_mutex_unlock(&m);
    return same;
}

int main(void)
{
    volatile int largest = INT_MAX;
    printf("%d ", grows(largest));
    printf("%d ", behind(1));
    printf("%d ", hashed(1));
    printf("%d ", aimed(1, 2));
    printf("%d\n", named());
    return 0;
}
