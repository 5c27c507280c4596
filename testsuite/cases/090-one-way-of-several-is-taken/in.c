#include <pthread.h>
#include <stdlib.h>

struct holder { struct holder *next; int *tool; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct holder *holders;
static int reused, created, failed;

int *tool_new(void);
void tool_reset(int *tool);

int *
acquire(void)
{
    struct holder *holder;
    int *tool;

    pthread_mutex_lock(&lock);
    if ((holder = holders) != NULL) {
        tool = holder->tool;
        holders = holder->next;
        reused++;
        pthread_mutex_unlock(&lock);
        free(holder);
        tool_reset(tool);
    } else {
        created++;             // optimistic
        pthread_mutex_unlock(&lock);
        if ((tool = tool_new()) == NULL) {
            pthread_mutex_lock(&lock);
            created--;         // undo optimistic
            failed++;
            pthread_mutex_unlock(&lock);
            return NULL;
        }
    }
    *tool = 1;
    return tool;
}

int
cancel(int which)
{
    int *tool = NULL;

    pthread_mutex_lock(&lock);
    if (!holders) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    created--;
    if (which) {
        tool = holders->tool;
        holders = holders->next;
        pthread_mutex_unlock(&lock);
        if (!tool)
            return -2;
        pthread_mutex_lock(&lock);
        if (failed) {
            pthread_mutex_unlock(&lock);
            free(tool);
            return -3;
        }
        pthread_mutex_unlock(&lock);
        free(tool);
    } else {
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
