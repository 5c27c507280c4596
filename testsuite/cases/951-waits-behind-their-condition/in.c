/* A wait that stands in the line of its loop or branch gets lines of its own with what the section does there. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, busy, turns;

static int enter(int n)
{
    pthread_mutex_lock(&lock);
    waiting++;
    while (busy) pthread_cond_wait(&changed, &lock);
    waiting--;
    if (busy > n) pthread_cond_wait(&changed, &lock); /* once */
    else turns++;
    while (busy) /* again */ pthread_cond_wait(&changed, &lock);
    for (; busy; busy--) pthread_cond_wait(&changed, &lock); // in turn
    if (!busy) turns++; else pthread_cond_wait(&changed, &lock);
    if (busy) do pthread_cond_wait(&changed, &lock); while (busy > n);
    while (busy) // in the next line
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return turns;
}

int main(void)
{
    printf("%d\n", enter(2));
    return 0;
}
