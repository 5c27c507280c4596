// What a section names only in an #if that no build compiles is there in that #if.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int added(int n)
{
    int high = 0;
    char mark[4] = "no";
#ifdef TRACK
    long tracked = 0;
#endif

    pthread_mutex_lock(&lock);
    total += n;
#ifdef TRACK
    high = total;
    tracked = total;
    mark[0] = 'N';
#endif
    pthread_mutex_unlock(&lock);
#ifdef TRACK
    printf("%ld\n", tracked);
#endif
    puts(mark);
    return high;
}

static int nested(int n)
{
    int other = n, least = n;

    pthread_mutex_lock(&lock);
    total += n;
#if TRACK
#if TRACK > 3
    other = total;
#endif
    if (least > total)
        printf("%d\n", other);
    {
        int least = 0;

        total += least;
    }
#endif
#if TRACK  /* again */
    other++;
#endif
    pthread_mutex_unlock(&lock);
    return other + least;
}

static int otherwise(int n)
{
    int other = n;

    pthread_mutex_lock(&lock);
    total += n;
#if TRACK > 3
    total++;
#elif TRACK
    other = total;
#endif
    pthread_mutex_unlock(&lock);
    return other;
}

static int alone(void)
{
    int other = 2;

    pthread_mutex_lock(&lock);
    total *= 2;
#ifdef TRACK
    total *= other;
#endif
    pthread_mutex_unlock(&lock);
    return other;
}

static int hidden(int n)
{
    int other = 2;

    pthread_mutex_lock(&lock);
    total *= n;
#ifdef TRACK
    int other = total;

    total += other;
#endif
    pthread_mutex_unlock(&lock);
    return other;
}

int main(void)
{
    printf("%d %d %d ", added(1), nested(3), otherwise(4));
    printf("%d %d %d\n", alone(), hidden(1), total);
    return 0;
}
