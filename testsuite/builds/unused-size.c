#include <pthread.h>
#include <stdio.h>
#include <string.h>
#ifdef MORE
#define SIZE 7
#else
#define SIZE 4
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
#ifdef MORE
static void clear(int (*all)[SIZE]) { memset(all, 0, sizeof(*all)); }
#endif
static int count(void)
{
    struct { int x; } own = { 1 };
    int each[SIZE] = { 1, 2 };
    pthread_mutex_lock(&m);
    sum++;
#ifdef MORE
    clear(&each);
#endif
    pthread_mutex_unlock(&m);
    return each[0] + own.x;
}
int main(void)
{
    printf("%d %d\n", count(), sum);
    return 0;
}
