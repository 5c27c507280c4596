#include <pthread.h>
struct table {
    pthread_mutex_t *lock;
    int sum;
};
void table_lock(pthread_mutex_t *lock);
void table_unlock(pthread_mutex_t *lock);
int table_add(struct table *table, int more);
