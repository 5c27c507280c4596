/* What is allocated by another name of a mutex's type, or by the size of another mutex, is as large as those. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef pthread_mutex_t mutex_type;
typedef pthread_cond_t cond_type;

static pthread_mutex_t example = PTHREAD_MUTEX_INITIALIZER;
static void *hidden;
static pthread_mutex_t *as_large;
static pthread_cond_t *changed;
static int total;

static void *memory(size_t size)
{
    return malloc(size);
}

static void make(void)
{
    hidden = malloc(sizeof(mutex_type));
    pthread_mutex_init(hidden, NULL);
    as_large = memory(sizeof(example));
    pthread_mutex_init(as_large, NULL);
    changed = calloc(1, sizeof(cond_type));
    pthread_cond_init(changed, NULL);
}

static int add(int n)
{
    pthread_mutex_lock(hidden);
    total += n;
    n = total;
    pthread_cond_signal(changed);
    pthread_mutex_unlock(hidden);
    return n;
}

static int add_more(int n)
{
    pthread_mutex_lock(as_large);
    total += n;
    pthread_mutex_unlock(as_large);
    pthread_mutex_lock(&example);
    n = total;
    pthread_mutex_unlock(&example);
    return n;
}

int main(void)
{
    make();
    printf("%d\n", add(1));
    printf("%d\n", add_more(2));
    return 0;
}
