#include <stdio.h>
#include "table.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void table_lock(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
void table_unlock(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
int main(void)
{
    struct table table = { &lock, 3 };
    printf("%d\n", table_add(&table, 4));
    return 0;
}
