#include <pthread.h>
#include <stdio.h>
static int hits;
#ifdef THREADS
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define SET(x, to) ((x) = (to))
#define SEEN(x) ((void)(x))
#define LEAVE(x)
#else
#define SET(x, to) ((void)(to))
#define SEEN(x) ((x)++)
#define LEAVE(x) if (x) return 1
#endif
static int set(int n)
{
    int last = 7;
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    hits += n;
    SET(last, hits);
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
    return last;
}
#ifdef THREADS
static
#else
extern int seen(int n);
#endif
int seen(int n)
{
    int last = 7;
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    hits += n;
    SEEN(last);
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
    return last;
}
static int behind(int n)
{
    int last = 7, sum = 0;
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    last = n * 2;
    hits += last;
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
#ifndef THREADS
    sum += last;
#endif
    return sum;
}
static int left(int n)
{
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    hits += n;
    LEAVE(hits & 1);
    hits++;
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}
static int alike(int n)
{
    int last = 7;
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    last += hits + n;
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
    SEEN(n);
    return last + n;
}
int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%d %d %d %d %d\n", set(i), seen(i), behind(i), left(i), alike(i));
    return 0;
}
