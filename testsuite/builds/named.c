#include <pthread.h>
#include <stdio.h>
#define HELD_LOCK(m) do { pthread_mutex_lock(m); total++; } while (0)
#define FREE_LOCK(m) do { pthread_mutex_lock(m); total += 2; } while (0)
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
int twice(int n);
static int taken(int n) { HELD_LOCK(&m); total += n; pthread_mutex_unlock(&m); return total; }
static int given(int n) { FREE_LOCK(&m); total += n; pthread_mutex_unlock(&m); return total; }
int main(void) { printf("%d %d %d\n", taken(1), given(2), twice(3)); return 0; }
