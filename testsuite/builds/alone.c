#include <stdio.h>
#include "table.h"
void table_lock(pthread_mutex_t *lock) { (void)lock; }
void table_unlock(pthread_mutex_t *lock) { (void)lock; }
int main(void)
{
    struct table table = { NULL, 5 };
    printf("%d\n", table_add(&table, 6));
    return 0;
}
