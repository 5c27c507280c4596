#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static int sum(int k)
{
    int s = 0;
#pragma omp parallel for num_threads(2) reduction(+:s)
    for (int i = 0; i < k; i++)
        s += i;
    return s;
}
static int whole(int k)
{
    int t = 1;
    pthread_mutex_lock(&m);
    n += sum(k);
    pthread_mutex_unlock(&m);
    return n + t;
}
static int within(int k)
{
    int t = 1;
    pthread_mutex_lock(&m);
    n += t;
#pragma omp parallel num_threads(2)
#pragma omp atomic
    t += 5;
    pthread_mutex_unlock(&m);
    return t + k;
}
int main(void)
{
    printf("%d\n", whole(100));
    printf("%d\n", within(100));
    return 0;
}
