/* What a section only reads may change in code that no build compiles, and be read behind it. */
#include <pthread.h>
#include <stdio.h>

#define ADD(x, by) ((x) += (by))
#define SHOW(x) printf("%d\n", (x))

struct pair {
    int a, b;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static int set(int n)
{
    pthread_mutex_lock(&lock);
    hits += n;
#ifdef TRACK
    n = hits;
#endif
    pthread_mutex_unlock(&lock);
    return n;
}

static int member(struct pair pair)
{
    pthread_mutex_lock(&lock);
    hits += pair.a;
#ifdef TRACK
    pair.b++;
#endif
    pthread_mutex_unlock(&lock);
    return pair.b;
}

static int by_macro(int n)
{
    pthread_mutex_lock(&lock);
    hits += n;
#ifdef TRACK
    ADD(n, hits);
#endif
    pthread_mutex_unlock(&lock);
    return n;
}

/* these do not change it */
static int shown(int n)
{
    pthread_mutex_lock(&lock);
    hits += n;
#ifdef TRACK
    SHOW(n);
    hits += n == 7 || n <= hits;
#endif
    pthread_mutex_unlock(&lock);
    return n;
}

/* nobody reads it behind the section */
static int not_read(int n)
{
    int now;

    pthread_mutex_lock(&lock);
    hits += n;
#ifdef TRACK
    n += 2;
    hits += n;
#endif
    now = hits;
    pthread_mutex_unlock(&lock);
    return now;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 10; i++)
        sum += set(i) + member((struct pair){ i, 1 }) + by_macro(i) + shown(i) + not_read(i);
    printf("%d %d\n", hits, sum);
    return 0;
}
