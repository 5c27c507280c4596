#include <pthread.h>

struct my_mutex { pthread_mutex_t m; long line; };

void my_lock(struct my_mutex *l, short line);
void my_unlock(struct my_mutex *l);
