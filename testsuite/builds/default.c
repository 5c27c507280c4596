#include "stats.h"
__attribute__((weak)) void stats_lock(void) { }
__attribute__((weak)) void stats_unlock(void) { }
