#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, lost;
#ifdef LIMITED
#define LEAVE(n) return (n)
#define STOP(n) if ((n) > 5) break
#else
#define LEAVE(n) lost += (n)
#define STOP(n) lost += (n)
#endif
static int same(int n)
{
    int got = 1;
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n == 3) {
        got = hits;
        pthread_mutex_unlock(&lock);
        return got;
    }
#endif
    hits += got;
#ifdef TOLD
    if (n == 4) {
        got = hits;
        pthread_mutex_unlock(&lock);
        return got;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return 0;
}
static void late(int n)
{
    pthread_mutex_lock(&lock);
    if (n == 2) {
        pthread_mutex_unlock(&lock);
        return;
    }
    hits++;
    pthread_mutex_unlock(&lock);
#ifdef LIMITED
    lost += n;
#endif
}
static void later(int n)
{
    int left = n;
    pthread_mutex_lock(&lock);
    if (n == 2) {
        left += hits;
        pthread_mutex_unlock(&lock);
        goto out;
    }
    hits++;
    pthread_mutex_unlock(&lock);
#ifdef LIMITED
    lost += left;
#endif
out:
    lost += left;
}
static void either(int n)
{
    pthread_mutex_lock(&lock);
    if (n == 2) {
        pthread_mutex_unlock(&lock);
        return;
    }
    if (n == 3) {
        pthread_mutex_unlock(&lock);
        goto out;
    }
    hits++;
    pthread_mutex_unlock(&lock);
#ifdef LIMITED
    lost += n;
#endif
out:
    return;
}
static int leaves(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 4) {
        hits++;
        pthread_mutex_unlock(&lock);
        LEAVE(n);
        return -1;
    }
#ifdef LIMITED
    hits += 2;
#else
    hits += 3;
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
static int declares(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 6) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    if (n > 4) {
        hits++;
        pthread_mutex_unlock(&lock);
        lost++;
#ifdef LIMITED
        int left = n;
        lost += left;
#endif
        return -2;
    }
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int stops(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        if (i > 6) {
            pthread_mutex_unlock(&lock);
            return -1;
        }
        if (i > 3) {
            hits++;
            pthread_mutex_unlock(&lock);
            STOP(i);
            continue;
        }
        hits += 2;
        pthread_mutex_unlock(&lock);
    }
    return i;
}
static int stops_there(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#ifdef TOLD
        if (i > 3) {
            hits++;
            pthread_mutex_unlock(&lock);
            STOP(i);
            lost++;
            continue;
        }
#endif
        hits += 2;
        pthread_mutex_unlock(&lock);
        lost += 2;
    }
    return i;
}
static int no_end(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 5) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    if (n > 3) {
        hits++;
        pthread_mutex_unlock(&lock);
        return -2;
    } else {
        lost++;
        pthread_mutex_unlock(&lock);
        return -3;
    }
}
static int in_branches(int n)
{
    if (n > 3) {
        lost++;
        pthread_mutex_lock(&lock);
    } else {
        pthread_mutex_lock(&lock);
    }
    hits++;
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
static int labelled(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 4)
    again:
#ifdef LIMITED
        return -1;
#else
        hits++;
#endif
    hits += n;
    if (hits < 0)
        goto again;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    for (int i = 0; i < 9; i++) {
        late(i);
        later(i);
        either(i);
        printf("%d %d ", same(i), leaves(i));
        printf("%d %d %d %d %d ", declares(i), stops(i), stops_there(i), no_end(i), in_branches(i));
        int n = labelled(i);
        if (n < 0)
            pthread_mutex_unlock(&lock);
        printf("%d\n", n);
    }
    printf("%d %d\n", hits, lost);
    return 0;
}
