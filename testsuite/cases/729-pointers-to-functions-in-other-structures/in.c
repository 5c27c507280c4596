#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static __thread int mine;

#define HANDLE int type; void (*done)(void)

struct handle { HANDLE; };
struct stream { HANDLE; int port; };
struct raw { int type; void (*end)(void); };

static void nothing(void) { n++; }
static void own(void) { n += mine; }
static void own_too(void) { n += mine * 10; }

static struct handle plain, copied;
static struct stream stream;
static void (*slots[2])(void);

static int cast(struct handle *h)
{
    pthread_mutex_lock(&m);
    h->done();
    pthread_mutex_unlock(&m);
    return n;
}

static int copy(void)
{
    pthread_mutex_lock(&m);
    copied.done();
    pthread_mutex_unlock(&m);
    return n;
}

static int untyped(int i)
{
    pthread_mutex_lock(&m);
    slots[i]();
    pthread_mutex_unlock(&m);
    return n;
}

static void *run(void *arg)
{
    mine = 5;
    printf("%d ", cast(&plain));
    printf("%d ", cast((struct handle *)&stream));
    printf("%d ", copy());
    printf("%d ", untyped(0));
    printf("%d\n", untyped(1));
    return arg;
}

int main(void)
{
    struct raw raw;
    void **slot = (void **)&slots[1];
    pthread_t t;
    raw.type = 1;
    raw.end = own_too;
    plain.done = copied.done = slots[0] = nothing;
    stream.done = own;
    memcpy(&copied, &raw, sizeof(copied));
    *slot = (void *)own;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
