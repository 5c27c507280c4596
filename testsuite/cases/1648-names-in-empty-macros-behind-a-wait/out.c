#include <pthread.h>
#include <rcl.h>
#include <stdio.h>

/* Where nothing is traced, the macro names its arguments no more: what is declared behind the wait alone is no value
   that the section keeps while it waits. */

#ifdef TRACE
#define LOG(...) fprintf(stderr, __VA_ARGS__)
#else
#define LOG(...) {}
#endif

struct job {
    rcl_mutex_t mutex;
    rcl_cond_t more;
    size_t consumed;
    size_t source;
    size_t flushed;
    size_t size;
};

struct flush_cs {     /* job->mutex, in.c:26-46 */
    struct job *job;  /* in */
    int block;        /* in */
    size_t size;      /* out */
    size_t consumed;  /* out */
    size_t source;    /* out */
    int at;           /* where it goes on */
};

static int flush_cs(void *ctx)
{
    struct flush_cs *cs = ctx;
    struct job *job = cs->job;
    int block = cs->block;

    if (cs->at == 2)
        goto at_2;

    if (block) {
        while (job->flushed == job->size) {
            if (job->consumed == job->source) {
                LOG("consumed: %zu", job->consumed);
                break;
            }
            LOG("waiting: %zu", job->flushed);
            cs->at = 2;
            return rcl_wait(&job->more, &job->mutex);
            at_2: ;
        }
    }

    {
        size_t size = job->size;
        size_t const consumed = job->consumed;
        size_t const source = job->source;
        cs->size = size;
        cs->consumed = consumed;
        cs->source = source;
        return 1;
    }
}

size_t flush(struct job *job, int block)
{
    size_t left;

    struct flush_cs cs = { .job = job, .block = block, .at = 0 };
    rcl_exec_waiting(&job->mutex, flush_cs, &cs, sizeof(cs));
    {
        size_t size = cs.size;
        size_t consumed = cs.consumed;
        size_t source = cs.source;
        LOG("flushing: %zu of %zu", consumed, size);
        if (size > job->flushed)
            return size - job->flushed;
        left = source > consumed;
    }
    return left;
}
