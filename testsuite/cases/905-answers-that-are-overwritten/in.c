/* A variable that has held the answer of an attempt says nothing of the lock any more once it has another value. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int work(int n)
{
    total += n;
    return total % 3;
}

static int left_behind(int n)
{
    int ret;

    ret = pthread_mutex_trylock(&lock);
    if (ret)
        return -1;
    ret = work(n);
    if (ret)
        goto out;
    total += 100;
    ret = work(n + 1);
    if (ret)
        goto out;
    total += 1000;
out:
    pthread_mutex_unlock(&lock);
    return ret;
}

static int left_in_branch(int n)
{
    int ret = pthread_mutex_trylock(&lock);

    if (ret)
        return -1;
    ret = work(n);
    if (ret) {
        total += 7;
        pthread_mutex_unlock(&lock);
        return 5;
    }
    total += 100;
    pthread_mutex_unlock(&lock);
    return ret;
}

/* keeps the lock if it returns 5 */
static int kept(int n)
{
    int ret = pthread_mutex_trylock(&lock);

    if (ret)
        return -1;
    ret = work(n);
    if (ret)
        return 5;
    pthread_mutex_unlock(&lock);
    return 0;
}

static int given_back(int n)
{
    int ret = kept(n);

    if (ret == 5)
        pthread_mutex_unlock(&lock);
    return ret;
}

static int counted(int n)
{
    int ret = pthread_mutex_trylock(&lock);

    ret += n;
    if (ret)
        return ret;
    total++;
    pthread_mutex_unlock(&lock);
    return 0;
}

static int not_always_tried(int n)
{
    int ret = EBUSY;

    if (n != 2)
        ret = pthread_mutex_trylock(&lock);
    if (ret)
        return -2;
    total += 3;
    pthread_mutex_unlock(&lock);
    return total;
}

static int behind_pointer(int *ret, int n)
{
    *ret = pthread_mutex_trylock(&lock);
    if (*ret)
        return -1;
    *ret = work(n);
    if (*ret) {
        total += 7;
        pthread_mutex_unlock(&lock);
        return 5;
    }
    pthread_mutex_unlock(&lock);
    return 1;
}

int main(void)
{
    int ret;

    for (int n = 0; n < 9; n++) {
        printf("%d\n", left_behind(n));
        printf("%d\n", left_in_branch(n));
        printf("%d\n", given_back(n));
        printf("%d\n", not_always_tried(n));
        printf("%d\n", behind_pointer(&ret, n));
    }
    printf("%d\n", counted(0));
    printf("%d\n", total);
    return 0;
}
