#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define MUTEX_LOCK(m) rcl_lock((m))
#define ERROR(name) ((size_t)-error_##name)

enum error { error_memory = 1, error_range };

typedef struct {
    rcl_mutex_t job_mutex;
    size_t cSize;
    int left;
} job_description;

#define JOB_ERROR(e) {                          \
    struct JOB_ERROR_cs cs = { job, e };        \
    rcl_exec_anon(&job->job_mutex, JOB_ERROR_cs, &cs, sizeof(cs)); \
    goto _endJob;                               \
}

#define LEAVE_WITH(job, n)                      \
    do {                                        \
        if ((n) < 0)                            \
            printf("leaving with %d\n", (n));   \
        struct LEAVE_WITH_cs cs = { job };      \
        rcl_exec_anon(&(job)->job_mutex, LEAVE_WITH_cs, &cs, sizeof(cs)); \
        return (n);                             \
    } while (0)

struct JOB_ERROR_cs {      /* job->job_mutex, in.c:16-18 */
    job_description* job;  /* in */
    size_t e;              /* in */
};

static int JOB_ERROR_cs(void* ctx)
{
    struct JOB_ERROR_cs* cs = ctx;
    job_description* job = cs->job;
    size_t e = cs->e;

    job->cSize = e;
    return 0;
}

static void compress(void* description, int n)
{
    job_description* const job = (job_description*)description;
    unsigned char small = 7;

    if (n == 0) JOB_ERROR(ERROR(memory));
    if (n == 1)
        JOB_ERROR(ERROR(range));
    {   size_t const made = (size_t)n * 10;
        if (made < 30) JOB_ERROR(made);
    }
    if (n == 3) JOB_ERROR(small);
    job->cSize = 1;

_endJob:
    printf("%d\n", (int)job->cSize);
}

struct LEAVE_WITH_cs {     /* job->job_mutex, in.c:26-28 */
    job_description* job;  /* in */
};

static int LEAVE_WITH_cs(void* ctx)
{
    struct LEAVE_WITH_cs* cs = ctx;
    job_description* job = cs->job;

    (job)->left = 1;
    return 0;
}

static int checked(job_description* j, int n)
{
    if (n > 2)
        LEAVE_WITH(j, -1);
    LEAVE_WITH(j, n);
}

int main(void)
{
    job_description job = { RCL_MUTEX_INITIALIZER(job_description_job_mutex), 0, 0 };

    for (int n = 0; n < 5; n++) {
        compress(&job, n);
        printf("%d", checked(&job, n));
        printf(" %d\n", job.left);
    }
    return 0;
}
