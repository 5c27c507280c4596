#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counts[3] = { 1, 2, 3 };
static int all(int most)
{
    int i, sum = 0;
#ifndef NDEBUG
    int total = most / 1000;
#endif
    pthread_mutex_lock(&lock);
    for (i = 0; i < 3; i++) {
        sum += counts[i] % most;
#ifndef NDEBUG
        total += counts[i];
        assert(total < most);
#endif
    }
    pthread_mutex_unlock(&lock);
    return sum;
}
static int rest(int most)
{
    int i;
#ifdef NDEBUG
    (void)most;
#else
    int total = 0;
#endif
    pthread_mutex_lock(&lock);
    for (i = 0; i < 3; i++) {
        counts[i]--;
#ifndef NDEBUG
        total += counts[i];
#endif
    }
    pthread_mutex_unlock(&lock);
#ifndef NDEBUG
    assert(total < most);
#endif
    return 0;
}
int main(void)
{
    printf("%d %d %d\n", all(1000), rest(1000), all(2000));
    return 0;
}
