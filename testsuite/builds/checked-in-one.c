#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, failed;
static void check(int error) { failed += error != 0; }
#ifdef CHECKS
#define CHECKED check
#else
#define CHECKED (void)
#endif
static int given(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    CHECKED(pthread_mutex_unlock(&lock));
    return n;
}
static int left(int n)
{
    pthread_mutex_lock(&lock);
    if (n == 2) {
        CHECKED(pthread_mutex_unlock(&lock));
        return 5;
    }
    sum += n;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    for (int n = 0; n < 4; n++)
        printf("%d %d %d\n", given(n), left(n), sum);
    check(failed);
    return failed;
}
