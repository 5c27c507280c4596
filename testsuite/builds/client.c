#include "client.h"
#ifdef THREADS
#define NOTED(c)
#else
#define NOTED(c) noted = (c)->dropped
#endif

void client_init(struct client *c)
{
    c->packets = c->bytes = c->dropped = 0;
    pthread_mutex_init(&c->lock, NULL);
    pthread_mutex_init(&c->log_lock, NULL);
}

static void drop(struct client *c, int size)
{
    int noted = 0;

    pthread_mutex_lock(&c->log_lock);
    c->dropped += size;
    NOTED(c);
    pthread_mutex_unlock(&c->log_lock);
    c->bytes += noted;
}

static int count(struct client *c)
{
    int n;

    pthread_mutex_lock(&c->lock);
    n = c->packets;
#ifdef THREADS
    if (n > 8) {
        pthread_mutex_unlock(&c->lock);
        return -1;
    }
#endif
    n += c->dropped;
    pthread_mutex_unlock(&c->lock);
    return n;
}

int client_send(struct client *c, int size)
{
    pthread_mutex_lock(&c->lock);
    if (size > 100) {
        pthread_mutex_unlock(&c->lock);
        drop(c, size);
        return -1;
    }
    c->packets++;
    c->bytes += size;
    pthread_mutex_unlock(&c->lock);
    return count(c);
}
