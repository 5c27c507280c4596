#include <pthread.h>
#include <stdio.h>
#ifdef LIMITED
#define CHECKED(n) if ((n) % 3 == 0) return -9
#else
#define CHECKED(n) hits += (n) % 3
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, lost;
static int keeps(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 5) {
        lost++;
        return -1;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return hits;
}
static int gives(int n)
{
    int seen = 0;
#ifdef LIMITED
    int limit = 4;
#endif
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#if defined(LIMITED) /* or not */
# ifdef TOLD
        if (hits > 40) {
            pthread_mutex_unlock(&lock);
            continue;
        }
# else
        if (i > limit) {
            int left = n - i;
            lost++;
            pthread_mutex_unlock(&lock);
            seen += left;
            goto out;
        }
# endif
        lost += limit;
#else
        if (hits > 90) {
            pthread_mutex_unlock(&lock);
            return -2;
        }
#endif
        if (hits > 100) {
            pthread_mutex_unlock(&lock);
            return -2;
        }
        hits += 1 + (i > n);
        pthread_mutex_unlock(&lock);
        seen++;
    }
    goto out;
out:
    return seen;
}
static int alike(int n)
{
    pthread_mutex_lock(&lock);
    if (n == 2) {
        pthread_mutex_unlock(&lock);
        return 7;
    }
#ifdef LIMITED
    if (n == 3) {
        pthread_mutex_unlock(&lock);
        return 7;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int breaks(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#ifdef LIMITED
        if (i > 4) {
            pthread_mutex_unlock(&lock);
            break;
        }
#endif
        hits++;
        pthread_mutex_unlock(&lock);
    }
    return i;
}
static int macro(int n)
{
    pthread_mutex_lock(&lock);
    hits += n;
    CHECKED(n);
    pthread_mutex_unlock(&lock);
    return n;
}
static int otherwise(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 4) {
        hits++;
        pthread_mutex_unlock(&lock);
#ifdef LIMITED
        return 5;
#else
        return 6;
#endif
    }
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int twice(int n)
{
    pthread_mutex_lock(&lock);
    hits++;
#ifdef LIMITED
    pthread_mutex_unlock(&lock);
    lost += n;
    pthread_mutex_lock(&lock);
#endif
    hits++;
    pthread_mutex_unlock(&lock);
    return n;
}
static int ended(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    if (n > 2) {
        hits++;
        pthread_mutex_unlock(&lock);
        return n;
    }
    hits += 2;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void)
{
    for (int i = 0; i < 9; i++) {
        int n = keeps(i);
        if (n < 0)
            pthread_mutex_unlock(&lock);
        printf("%d %d %d ", n, gives(i * 2), alike(i));
        printf("%d %d %d %d %d\n", breaks(i), i % 3 ? macro(i) : 0, otherwise(i), twice(i), ended(i));
    }
    printf("%d %d\n", hits, lost);
    return 0;
}
