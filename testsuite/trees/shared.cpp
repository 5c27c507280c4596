#include <pthread.h>
extern "C" pthread_mutex_t shared; // own
void more(int &n)
{
    pthread_mutex_lock(&shared);
    n++;
    pthread_mutex_unlock(&shared);
}
