#include "stats.h"
static int hits;
int hit(int by)
{
    int now;
    stats_lock();
    hits += by;
    now = hits;
    stats_unlock();
    return now;
}
