#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int aligned(int i)
{
    _Alignas(64) int k = i;
    pthread_mutex_lock(&m);
    n += (int)__alignof__(k) + k;
    pthread_mutex_unlock(&m);
    return n;
}

static int of_type(int i)
{
    pthread_mutex_lock(&m);
    n += (int)_Alignof(int) + i;
    pthread_mutex_unlock(&m);
    return n;
}

static int sized(int i)
{
    char text[32] = "";
    pthread_mutex_lock(&m);
    n += (int)__builtin_object_size(text, 0) + i;
    pthread_mutex_unlock(&m);
    return n + text[0];
}

int main(void)
{
    printf("%d ", aligned(1));
    printf("%d ", of_type(1));
    printf("%d\n", sized(1));
    return 0;
}
