#if defined(USE_THREADS)
#include <pthread.h>
#endif
#include <stdio.h>

struct daemon {
#if defined(USE_THREADS)
    pthread_mutex_t lock;
#endif
    int connections, limit, refused;
};

static struct daemon all = {
#if defined(USE_THREADS)
    .lock = PTHREAD_MUTEX_INITIALIZER,
#endif
    .limit = 2
};
static int count;

/* the lock calls stand alone in an #if: without threads there is no lock */
static void add(struct daemon *daemon, int n)
{
#if defined(USE_THREADS)
    pthread_mutex_lock(&daemon->lock);
#endif
    daemon->connections += n;
    count++;
#if defined(USE_THREADS)
    pthread_mutex_unlock(&daemon->lock);
#endif /* USE_THREADS */
}

static int accept_one(struct daemon *daemon)
{
    int id;

#if defined(USE_THREADS)
    pthread_mutex_lock(&daemon->lock);
#endif
    if (daemon->connections >= daemon->limit) {
        daemon->refused++;
#if defined(USE_THREADS)
        pthread_mutex_unlock(&daemon->lock);
#endif
        printf("refused\n");
        return -1;
    }
    id = daemon->connections++;
#if defined(USE_THREADS)
    pthread_mutex_unlock(&daemon->lock);
#endif
    return id;
}

int main(void)
{
    add(&all, 1);
    printf("%d %d\n", accept_one(&all), accept_one(&all));
    printf("%d %d %d\n", all.connections, all.refused, count);
    return 0;
}
