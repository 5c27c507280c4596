static inline void sink(int by)
{
    pthread_mutex_lock(&level.mutex);
    level.now -= by;
    pthread_mutex_unlock(&level.mutex);
}
