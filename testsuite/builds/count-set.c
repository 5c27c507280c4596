#include "stats.h"
void set(int n)
{
    struct stats *own = &stats;
    COUNT(own, FIELD, n);
}
