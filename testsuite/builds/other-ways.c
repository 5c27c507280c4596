#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int hits, threaded = 1;
static int asked(int n)
{
    if (threaded)
        pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        if (threaded)
            pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    hits += n;
    if (threaded)
        pthread_mutex_unlock(&lock);
    return n;
}
static int tested(int n)
{
    if (pthread_mutex_lock(&lock) != 0)
        return -2;
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int kept(int n)
{
    int error = pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n + error;
}
static int waits(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    while (hits < 0)
        pthread_cond_wait(&filled, &lock);
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int ends(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 40) {
        pthread_mutex_unlock(&lock);
        abort();
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int falls(int n)
{
    pthread_mutex_lock(&lock);
    hits++;
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return 1;
    }
#ifdef LIMITED
    hits += 2;
    pthread_mutex_unlock(&lock);
    return 2;
#else
    if (n > 2) {
        pthread_mutex_unlock(&lock);
        return 3;
    }
    pthread_mutex_unlock(&lock);
#endif
    return 4;
}
static int keeps(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 4) {
        hits++;
#ifndef LIMITED
        pthread_mutex_unlock(&lock);
#endif
        return -1;
    }
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int loops(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#ifdef LIMITED
        if (i == 3) {
            pthread_mutex_unlock(&lock);
            continue;
        }
#endif
#ifdef TOLD
        if (i == 5) {
            pthread_mutex_unlock(&lock);
            goto out;
        }
#endif
        hits += i;
        pthread_mutex_unlock(&lock);
    }
#ifdef TOLD
out:
#endif
    return i;
}
static int both(int n)
{
    int more = 0;
    pthread_mutex_lock(&lock);
    if (n > 6) {
        more = hits;
        pthread_mutex_unlock(&lock);
        return more + 1;
    }
#ifdef LIMITED
    if (n > 4) {
        more = hits + n;
        pthread_mutex_unlock(&lock);
        return more;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static void nothing(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
}
static void counts(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        threaded++;
        return;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
}
static int goes_on(int n)
{
    int left = 1;
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#ifdef LIMITED
        if (i > 4) {
            left += hits;
            pthread_mutex_unlock(&lock);
            continue;
        }
#endif
        left += i;
        pthread_mutex_unlock(&lock);
    }
    return left;
}
int main(void)
{
    for (int i = 0; i < 9; i++) {
        nothing(i);
        counts(i);
        printf("%d %d %d %d %d ", goes_on(i), asked(i), tested(i), kept(i), waits(i));
        int n = keeps(i);
#ifdef LIMITED
        if (n < 0)
            pthread_mutex_unlock(&lock);
#endif
        printf("%d %d %d %d %d\n", ends(i), falls(i), n, loops(i), both(i));
    }
    pthread_cond_signal(&filled);
    printf("%d\n", hits);
    return 0;
}
