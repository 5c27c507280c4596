#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static int *kept, seen = 1000;
#ifdef WIDE
#define SAY() printf("%ld ", now)
#else
#define SAY() ((void)0)
#endif
__attribute__((noipa)) static void keep(int *k)
{
    *k = (int)sum;
    kept = k;
}
static long before(int n)
{
#ifdef WIDE
    int seen = n + 1;
#else
    int seen = n;
#endif
    pthread_mutex_lock(&lock);
    sum += seen;
    pthread_mutex_unlock(&lock);
    return seen;
}
static long counted(int n)
{
#ifdef WIDE
    int count = n + 1;
#else
    int count = n;
#endif
    pthread_mutex_lock(&lock);
    if (sum++ % 2)
        count++;
    pthread_mutex_unlock(&lock);
    return count;
}
static long inside(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    long now = sum + (1L << 40);
#else
    int now = (int)sum;
#endif
    pthread_mutex_unlock(&lock);
    return now;
}
static long alike(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    long now = sum + (1L << 40);
#else
    long now = sum;
#endif
    pthread_mutex_unlock(&lock);
    return now;
}
static long other_types(int n)
{
#ifdef WIDE
    long seen = n + (1L << 40);
#else
    int seen = n;
#endif
    pthread_mutex_lock(&lock);
    sum += seen * n;
    pthread_mutex_unlock(&lock);
    return seen;
}
#ifdef WIDE
static long head(long wide, int n)
#else
static long head(int wide, int n)
#endif
{
    pthread_mutex_lock(&lock);
    sum += wide * n;
    pthread_mutex_unlock(&lock);
    return wide;
}
#ifdef WIDE
#define MORE(n) more(n, 4)
static long more(int n, int m)
#else
#define MORE(n) more(n)
static long more(int n)
#endif
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    sum += m;
#endif
    pthread_mutex_unlock(&lock);
    return sum;
}
#ifdef WIDE
static
#endif
long begun(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    pthread_mutex_unlock(&lock);
    return sum;
}
static long kept_there(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    int own;
    keep(&own);
#else
    int own;
    keep(&own);
    own++;
#endif
    pthread_mutex_unlock(&lock);
    *kept += 3;
    return own;
}
static long kept_outside(int n)
{
#ifdef WIDE
    int own = n;
#else
    int own = n + 1;
#endif
    pthread_mutex_lock(&lock);
    keep(&own);
    pthread_mutex_unlock(&lock);
    *kept += 3;
    return own;
}
static long kept_in_one(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    int own;
    keep(&own);
#endif
    pthread_mutex_unlock(&lock);
#ifdef WIDE
    *kept += 3;
    return own;
#else
    return n;
#endif
}
static long hides(int n)
{
    pthread_mutex_lock(&lock);
#ifdef WIDE
    int seen = (int)sum;
#endif
    sum += seen;
    pthread_mutex_unlock(&lock);
    seen += n;
    return seen;
}
static long no_name(int n)
{
#ifdef WIDE
    struct { int x, y; } pair = { n, 1 };
#else
    struct { int y, x; } pair = { n, 2 };
#endif
    pthread_mutex_lock(&lock);
    sum += pair.x;
    pair.y = (int)sum;
    pthread_mutex_unlock(&lock);
    return pair.y;
}
static long ways(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifndef WIDE
    if (n == 3) {
        int now = (int)sum;
        pthread_mutex_unlock(&lock);
        return now;
    }
#endif
    if (n == 4) {
        long now = sum + (1L << 40);
        sum += now % 7;
        pthread_mutex_unlock(&lock);
        SAY();
        return 4;
    }
    pthread_mutex_unlock(&lock);
    return n;
}
static long part_of_a_type(int n)
{
#ifdef WIDE
    long
#endif
    int made = n;
    pthread_mutex_lock(&lock);
    made = made * 1000000 + 10000;
    sum += made * 10000 % 7;
    pthread_mutex_unlock(&lock);
    return made;
}
static long used_in_one(int n)
{
#ifdef WIDE
    long
#endif
    int made = n;
#ifdef WIDE
    made += 1L << 40;
#endif
    pthread_mutex_lock(&lock);
    sum++;
#ifndef WIDE
    made++;
#endif
    pthread_mutex_unlock(&lock);
    return made;
}
int main(void)
{
    for (int n = 0; n < 9; n++) {
        printf("%ld %ld %ld %ld %ld ", before(n), counted(n), inside(n), alike(n), other_types(n));
        printf("%ld %ld ", MORE(n), begun(n));
        printf("%ld %ld %ld %ld ", head(n, n), kept_there(n), kept_outside(n), kept_in_one(n));
        printf("%ld %ld %ld %ld %ld ", hides(n), no_name(n), ways(n), part_of_a_type(n % 3), used_in_one(n));
        printf("%ld %d\n", sum, seen);
    }
    return 0;
}
