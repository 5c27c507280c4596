#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int work(int i)
{
    pthread_mutex_lock(&m);
    n += i;
    pthread_mutex_unlock(&m);
    return n;
}

#define more_cs 5

static int more(int i)
{
    pthread_mutex_lock(&m);
    n += i * 2;
    pthread_mutex_unlock(&m);
    return n + more_cs;
}

struct work_cs { int a; };

static int less(int less_cs)
{
    pthread_mutex_lock(&m);
    n -= less_cs;
    pthread_mutex_unlock(&m);
    return n;
}

int main(void)
{
    struct work_cs w = { 4 };
    printf("%d ", work(w.a));
    printf("%d ", more(3));
    printf("%d\n", less(2));
    return 0;
}
