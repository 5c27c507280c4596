#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = 3;
static int twice(void)
{
    pthread_mutex_lock(&lock);
    {
        int const n = count;
        int const both = n * 2;
        pthread_mutex_unlock(&lock);
        assert(n >= 0);
        return both;
    }
}
int main(void)
{
    printf("%d\n", twice());
    return 0;
}
