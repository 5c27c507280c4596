#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
int locks(long n), unlocks(long n), straight(long n);
int locks(long n) { LOCK(&lock); total += n; pthread_mutex_unlock(&lock); return 0; }
int unlocks(long n) { pthread_mutex_lock(&lock); total += n; UNLOCK(&lock); return 1; }
int straight(long n) { pthread_mutex_lock(&lock); total += n; pthread_mutex_unlock(&lock); return 2; }
