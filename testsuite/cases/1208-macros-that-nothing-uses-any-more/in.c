/* A macro that only sections use: one of them stays in place, or the compiler would complain that nothing does. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
#define LOCK(x) pthread_mutex_lock(x)
#define UNLOCK(x) pthread_mutex_unlock(x)
static int a(int n) { pthread_mutex_lock(&m); total += n; pthread_mutex_unlock(&m); return total; }
static int b(int n) { LOCK(&m); total += n; UNLOCK(&m); return total; }
static int c(int n) { LOCK(&m); total -= n; UNLOCK(&m); return total; }
int main(void) { int r = a(1) + b(2); printf("%d\n", r + c(1)); return 0; }
