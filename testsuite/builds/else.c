#include <pthread.h>
#include <stdio.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void count(int by)
{
#if FEATURE /* counts in
               another way */
    n += 2 * by;
#elif MORE > 1
    n += 3 * by;
#else
    n++;
#endif
#if FEATURE && !MORE // as it was
    n--;
#else
    pthread_mutex_lock(&lock);
    n += by;
    pthread_mutex_unlock(&lock);
#endif
}
int main(void) { count(3); printf("%d\n", n); return 0; }
