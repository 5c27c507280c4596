#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queued[4], count, lost;

/* The labels of a branch are its own. */
static int handle(int bad)
{
    int ret, got;

    pthread_mutex_lock(&lock);
    if (count > 0) {
        got = queued[--count];
        if (count == 0)
            lost++;
        pthread_mutex_unlock(&lock);

        if (bad > 1)
            goto fail;
        printf("<%d> ", got);
        if (bad) {
fail:
            printf("fail ");
        } else {
            printf("fine ");
        }
        ret = got;
    } else {
        pthread_mutex_unlock(&lock);
        ret = 0;
    }
    return ret;
}

static int again(int times)
{
    pthread_mutex_lock(&lock);
    if (count < 2) {
        count++;
        pthread_mutex_unlock(&lock);
    more:
        printf("%d times ", times);
        if (--times > 0)
            goto more;
        return times;
    }
    count--;
    pthread_mutex_unlock(&lock);
    return 7;
}

/* These are jumped to with the lock, or from another branch. */
static int into(int bad)
{
    int ret = 1;

    pthread_mutex_lock(&lock);
    if (bad > 1) {
        pthread_mutex_unlock(&lock);
        goto end;
    }
    if (count > 0) {
        count--;
        pthread_mutex_unlock(&lock);
        ret = 2;
end:
        printf("end ");
    } else {
        pthread_mutex_unlock(&lock);
        ret = 0;
    }
    return ret;
}

static int with_lock(int bad)
{
    int ret = 1;

    pthread_mutex_lock(&lock);
    if (count > 0) {
        if (bad > 1)
            goto end;
        count--;
        pthread_mutex_unlock(&lock);
        ret = 2;
        goto out;
end:
        ret = 3;
        pthread_mutex_unlock(&lock);
out:
        printf("out ");
    } else {
        pthread_mutex_unlock(&lock);
        ret = 0;
    }
    return ret;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        count = 1;
        queued[0] = i + 5;
        printf("%d ", handle(i));
        printf("%d ", handle(i));
        printf("%d ", again(i));
        printf("%d ", again(2));
        printf("%d ", into(i));
        printf("%d ", with_lock(i));
        count = 2;
        printf("%d ", into(i));
        printf("%d %d %d\n", with_lock(i), count, lost);
    }
    return 0;
}
