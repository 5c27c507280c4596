#include <pthread.h>
#include <stdio.h>
#ifdef TRACE
#define TRACED(n) (traced += (n))
#else
#define TRACED(n) ((void)0)
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, traced;
static int all(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    int read = sum * 2;
    if (n == 2) {
        pthread_mutex_unlock(&lock);
        return read;
    }
    read++;
    pthread_mutex_unlock(&lock);
    TRACED(read);
    return n;
}
int main(void)
{
    int got = all(1) + all(2) + all(3);

    printf("%d %d %d\n", got, sum, traced);
    return 0;
}
