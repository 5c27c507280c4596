#include <omp.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, mine;
#pragma omp threadprivate(mine)
#define EACH(clauses) _Pragma("omp parallel for") clauses
int inside(int n)
{
    int s = 0;
    pthread_mutex_lock(&lock);
#pragma omp parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += i;
    sum += s;
    pthread_mutex_unlock(&lock);
    return s;
}
int around(int n)
{
    int s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        s += i;
        pthread_mutex_unlock(&lock);
    }
    return s;
}
int made(int n)
{
    int s = 0;
    EACH(for (int i = 0; i < n; i++)) {
        pthread_mutex_lock(&lock);
        s += i;
        pthread_mutex_unlock(&lock);
    }
    return s;
}
int own(int n)
{
    pthread_mutex_lock(&lock);
    mine += n;
    sum += mine;
    pthread_mutex_unlock(&lock);
    return omp_get_thread_num() + mine;
}
