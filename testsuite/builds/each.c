#include <pthread.h>
#include <stdio.h>
#ifdef IMPATIENT
#define PARAMETER , int extra
#define ARGUMENT , 3
#define WITH(what) do { what; } while (0)
#else
#define PARAMETER
#define ARGUMENT
#define WITH(what) ((void)0)
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int kept(int n)
{
    int error;
#ifdef IMPATIENT
    error = pthread_mutex_trylock(&lock);
#else
    error = pthread_mutex_lock(&lock);
#endif
    if (error != 0)
        return -1;
    sum += n;
    pthread_mutex_unlock(&lock);
    return sum;
}
static int asked(int n)
{
#ifdef IMPATIENT
    if (pthread_mutex_trylock(&lock) != 0)
#else
    if (pthread_mutex_lock(&lock) != 0)
#endif
        return -1;
    sum += n;
    pthread_mutex_unlock(&lock);
    return sum;
}
static int named_by_macros(int n PARAMETER)
{
    pthread_mutex_lock(&lock);
    sum += n;
    WITH(sum += extra);
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    int got = kept(1) + asked(2) + named_by_macros(3 ARGUMENT);

    printf("%d %d\n", got, sum);
    return 0;
}
