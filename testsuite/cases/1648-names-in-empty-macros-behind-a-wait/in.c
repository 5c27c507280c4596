#include <pthread.h>
#include <stdio.h>

/* Where nothing is traced, the macro names its arguments no more: what is declared behind the wait alone is no value
   that the section keeps while it waits. */

#ifdef TRACE
#define LOG(...) fprintf(stderr, __VA_ARGS__)
#else
#define LOG(...) {}
#endif

struct job {
    pthread_mutex_t mutex;
    pthread_cond_t more;
    size_t consumed;
    size_t source;
    size_t flushed;
    size_t size;
};

size_t flush(struct job *job, int block)
{
    size_t left;

    pthread_mutex_lock(&job->mutex);
    if (block) {
        while (job->flushed == job->size) {
            if (job->consumed == job->source) {
                LOG("consumed: %zu", job->consumed);
                break;
            }
            LOG("waiting: %zu", job->flushed);
            pthread_cond_wait(&job->more, &job->mutex);
        }
    }

    {
        size_t size = job->size;
        size_t const consumed = job->consumed;
        size_t const source = job->source;
        pthread_mutex_unlock(&job->mutex);
        LOG("flushing: %zu of %zu", consumed, size);
        if (size > job->flushed)
            return size - job->flushed;
        left = source > consumed;
    }
    return left;
}
