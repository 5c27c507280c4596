#include <pthread.h>
#include <stdio.h>

#define MUTEX_LOCK(m) pthread_mutex_lock((m))
#define ERROR(name) ((size_t)-error_##name)

enum error { error_memory = 1, error_range };

typedef struct {
    pthread_mutex_t job_mutex;
    size_t cSize;
    int left;
} job_description;

#define JOB_ERROR(e) {                          \
    MUTEX_LOCK(&job->job_mutex);                \
    job->cSize = e;                             \
    pthread_mutex_unlock(&job->job_mutex);      \
    goto _endJob;                               \
}

#define LEAVE_WITH(job, n)                      \
    do {                                        \
        if ((n) < 0)                            \
            printf("leaving with %d\n", (n));   \
        MUTEX_LOCK(&(job)->job_mutex);          \
        (job)->left = 1;                        \
        pthread_mutex_unlock(&(job)->job_mutex); \
        return (n);                             \
    } while (0)

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

static int checked(job_description* j, int n)
{
    if (n > 2)
        LEAVE_WITH(j, -1);
    LEAVE_WITH(j, n);
}

int main(void)
{
    job_description job = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

    for (int n = 0; n < 5; n++) {
        compress(&job, n);
        printf("%d", checked(&job, n));
        printf(" %d\n", job.left);
    }
    return 0;
}
