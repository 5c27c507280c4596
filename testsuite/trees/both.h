#ifdef __cplusplus
extern "C" {
#endif
#include <pthread.h>
struct level { pthread_mutex_t mutex; pthread_cond_t risen; int now, seen; };
extern struct level level;
static inline int rise(int by)
{
    int before;
    pthread_mutex_lock(&level.mutex);
    before = level.now;
    level.now += by;
    pthread_cond_signal(&level.risen);
    pthread_mutex_unlock(&level.mutex);
    return before;
}
static inline int reached(int least)
{
    pthread_mutex_lock(&level.mutex);
    if (level.now < 0) {
        pthread_mutex_unlock(&level.mutex);
        return -1;
    }
    level.seen++;
    while (level.now < least)
        pthread_cond_wait(&level.risen, &level.mutex);
    int now = level.now;
    pthread_mutex_unlock(&level.mutex);
    return now;
}
int from_cpp(int by);
#ifdef __cplusplus
}
#endif
