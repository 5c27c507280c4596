#include <pthread.h>
#include <stdio.h>
static void give_back(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, lost;
static int hit(int n)
{
    {
        pthread_mutex_t *guard __attribute__((cleanup(give_back), unused)) = (pthread_mutex_lock(&lock), &lock);
        hits += n;
#ifdef LIMITED
        if (hits > 5)
            return hits + lost;
#endif
    }
    lost++;
    return -1;
}
int main(void) { printf("%d %d\n", hit(2), hit(7)); return 0; }
