#include <pthread.h>
#include <stdio.h>
#include <string.h>
#ifdef BIG
#define SIZE 7
typedef long number;
#else
#define SIZE 4
typedef int number;
#endif
#define ZERO(x) memset(&(x), 0, sizeof(x))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static int whole(int n)
{
    int row[SIZE] = { 1, n };

    pthread_mutex_lock(&lock);
    sum += row[1] + sizeof(row);
    ZERO(row);
    pthread_mutex_unlock(&lock);
    return row[0];
}

static number element(int n)
{
    number row[ SIZE ] = { 1, n };
    number rows[2][SIZE] = { { n } };
    number *last = row;
    const char *names[SIZE] = { "zero", "one" };

    pthread_mutex_lock(&lock);
    sum += row[1] + names[1][0];
    row[SIZE - 1] = 3;
    rows[1][SIZE - 2] = n;
    last += n > 0;
    pthread_mutex_unlock(&lock);
    return row[SIZE - 1] + rows[1][SIZE - 2] + *last;
}

int main(void)
{
    printf("%d %ld", whole(3), (long)element(4));
    printf(" %ld\n", sum);
    return 0;
}
