#include "table.h"
int table_add(struct table *table, int more)
{
    int now;
    table_lock(table->lock);
    table->sum += more;
    now = table->sum;
    table_unlock(table->lock);
    return now;
}
