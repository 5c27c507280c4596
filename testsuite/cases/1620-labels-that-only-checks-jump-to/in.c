#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

#define TRY(e) do { if ((error = (e)) != 0) goto failed; } while (0)
#define CHECK(e) do { if ((e) != 0) goto failed; } while (0)

/* Without its check nothing would jump there. */
static int add(int by)
{
    int error = 0;

    TRY(pthread_mutex_lock(&lock));
    total += by;
    pthread_mutex_unlock(&lock);
    return by;
failed:
    return error;
}

static int add_checked(int by)
{
    pthread_mutex_lock(&lock);
    total += by;
    CHECK(pthread_mutex_unlock(&lock));
    return by;
failed:
    return -1;
}

/* Something else jumps there, too. */
static int add_some(int by)
{
    int error;

    TRY(by < 0);
    TRY(pthread_mutex_lock(&lock));
    total += by;
    pthread_mutex_unlock(&lock);
failed:
    return error;
}

/* An if statement stays, and asks for the call of the section. */
static int add_if(int by)
{
    if (pthread_mutex_lock(&lock) != 0)
        goto failed;
    total += by;
    pthread_mutex_unlock(&lock);
    return by;
failed:
    return -1;
}

int main(void)
{
    printf("%d %d %d %d\n", add(1), add_checked(2), add_some(3), add_if(4));
    printf("%d\n", total);
    return 0;
}
