#ifdef THREADS
#  include <pthread.h>
#else
#  include "no-threads.h"
#endif

struct client {
#ifdef THREADS
    pthread_mutex_t lock, log_lock;
#endif
    int packets, bytes, dropped;
};

void client_init(struct client *c);
int client_send(struct client *c, int size);
