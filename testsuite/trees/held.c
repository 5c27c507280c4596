#include <pthread.h>
%s
int count;
void skip(void);
int next(void)
{
    int n;

    pthread_mutex_lock(&MUTEX);
    n = ++count;
    pthread_mutex_unlock(&MUTEX);
    return n;
}
