#include <pthread.h>
#include <stdio.h>

#define table main_table

static pthread_mutex_t small_locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t main_table_locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int totals[2];

#define LOCK(what, at) pthread_mutex_lock(&what##_locks[at])
#define UNLOCK(what, at) pthread_mutex_unlock(&what##_locks[at])
#define LOCK_BY(what, at) LOCK(what, at)
#define UNLOCK_BY(what, at) UNLOCK(what, at)
#define FIRST 0
#define SECOND 1

/* What is pasted is no macro. */
static int add(int by)
{
    LOCK(small, FIRST);
    totals[FIRST] += by;
    UNLOCK(small, FIRST);
    return by;
}

/* It is one, and what it comes to, for another macro hands it on. */
static int add_by(int by)
{
    LOCK_BY(table, SECOND);
    totals[SECOND] += by;
    UNLOCK_BY(table, SECOND);
    return by;
}

int main(void)
{
    printf("%d %d\n", add(1), add_by(2));
    printf("%d %d\n", totals[0], totals[1]);
    return 0;
}
