#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
#ifdef LOG
#define NOTE(where) printf("%s ", where)
#else
#define NOTE(where) (void)where
#endif
void count(int by);
void count(int by)
{
    pthread_mutex_lock(&lock);
    NOTE(__func__);
    n += by;
    pthread_mutex_unlock(&lock);
}
int main(void) { count(3); printf("%d\n", n); return 0; }
