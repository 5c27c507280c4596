#include <errno.h>
#include <pthread.h>
#include <unistd.h>
#include "fill.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char buffer[16];
int fill(int from)
{
    int n;
    pthread_mutex_lock(&lock);
    n = read(from, buffer, sizeof buffer);
    pthread_mutex_unlock(&lock);
    return n < 0 ? -errno : n;
}
