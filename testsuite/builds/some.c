#include <pthread.h>
#include <stdio.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
long total, seen = 4;
void *place = &total, **found = &place;
static void put(long *to) { *to += 3; }
static long use(void *at) { return at == (void *)found ? 1 : at == place ? 2 : 3; }
static int handed_out(int n)
{
#if WAY
    long now;
#endif
    pthread_mutex_lock(&m);
    total += n;
#if WAY
    now = total;
#endif
    pthread_mutex_unlock(&m);
#if WAY
    printf("%ld\n", now);
#endif
    return n;
}
static int there_and_back(int n)
{
#if !WAY
    n++;
#else
    int more = n;
#endif
    pthread_mutex_lock(&m);
    total += n;
    if (n > 3) {
#if WAY == 1
        more += total;
#endif
        pthread_mutex_unlock(&m);
#if WAY
        n += more;
#endif
        return n + 5;
    }
    pthread_mutex_unlock(&m);
#if WAY
    n -= more;
#endif
    return n;
}
static int by_reference(int n)
{
#if WAY
    long sum = n, all[] = { 1, 2, n };
    put(&sum);
#endif
    pthread_mutex_lock(&m);
    total += n;
#if WAY == 1
    put(&sum);
    put(all + 1);
#else
    put(&total);
#endif
    pthread_mutex_unlock(&m);
#if WAY
    n += sum + all[1];
#endif
    return n;
}
static int declared_inside(int n)
{
    pthread_mutex_lock(&m);
    total += n;
#if WAY
    int now = total;
#endif
    if (n == 5) {
#if WAY
        int more = n;
        now += more;
#endif
        pthread_mutex_unlock(&m);
#if WAY
        n += more + now;
#endif
        return n + 1;
    }
    pthread_mutex_unlock(&m);
#if WAY == 1
    n += now;
#endif
    return n;
}
static int gone_on_with(int n)
{
#if WAY
    int before = n;
#endif
    pthread_mutex_lock(&m);
    total += n;
#if WAY
    before += total;
    int now = before;
#endif
    if (n > 2) {
        pthread_mutex_unlock(&m);
        printf("between\n");
        pthread_mutex_lock(&m);
    }
    while (total < 0)
        pthread_cond_wait(&changed, &m);
    n++;
#if WAY
    n += now + before;
#endif
    total += n;
    pthread_mutex_unlock(&m);
    return n;
}
static int pointing(int n)
{
#if WAY
    pthread_mutex_t *also = n ? &other : &m;
    pthread_cond_t *told = &changed;
#endif
    pthread_mutex_lock(&m);
    total += n;
#if WAY
    total += also == &other;
    pthread_cond_signal(told);
#endif
    pthread_mutex_unlock(&m);
    return n;
}
static int named_alike(int n)
{
    pthread_mutex_lock(&m);
#if WAY
    long seen = total;
#endif
    total += seen + n;
    pthread_mutex_unlock(&m);
    seen += n;
    return seen;
}
static int named_alike_there(int n)
{
#if WAY
    void *found = &n;
    *(&found) = &total;
#endif
    pthread_mutex_lock(&m);
    total += use(found) + n;
#if WAY == 1
    *(&found) = &n;
#endif
    pthread_mutex_unlock(&m);
    return n;
}
int main(void)
{
    put(&total);
    printf("%d %d\n", named_alike(2), named_alike_there(3));
    printf("%d %d %d\n", handed_out(4), there_and_back(2), there_and_back(6));
    printf("%d %d %d\n", by_reference(4), declared_inside(4), declared_inside(5));
    printf("%d %d %d %ld\n", gone_on_with(1), gone_on_with(6), pointing(2), total);
    pthread_mutex_lock(&other);
    total++;
    pthread_mutex_unlock(&other);
    return 0;
}
