#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
    int what, result;
};

static pthread_mutex_t tracelock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *table;
static int entries, next;

static int start(int n)
{
    if (n <= 0) return -1;
    pthread_mutex_lock(&tracelock);
    if (table != NULL)
    {
        pthread_mutex_unlock(&tracelock);
        return -1;
    }
    table = calloc((size_t)n, sizeof(*table));
    entries = n;
    next = 0;
    pthread_mutex_unlock(&tracelock);
    return 0;
}

static void trace(int what, int result)
{
int i;

    if (what < 0) return;
    pthread_mutex_lock(&tracelock);
    if (table == NULL || entries == 0)
    {
        pthread_mutex_unlock(&tracelock);
        return;
    }
    i = next++;
    if (next >= entries) next = 0;
    pthread_mutex_unlock(&tracelock);
    table[i].what = what;
    table[i].result = result;
}

static int stop(void)
{
int   i, n, count = 0;

    if (table == NULL) return count;
    pthread_mutex_lock(&tracelock);
    n = entries;
    entries = 0;
    pthread_mutex_unlock(&tracelock);

    for (i = 0; i < n; i++)
        count += table[i].what * 10 + table[i].result;
    free(table);
    table = NULL;
    return count;
}

int main(void)
{
    trace(9, 9);
    printf("%d", start(3));
    printf(" %d\n", start(4));
    trace(1, 2);
    trace(2, 3);
    trace(3, 4);
    trace(4, 5);
    printf("%d", stop());
    printf(" %d\n", stop());
    return 0;
}
