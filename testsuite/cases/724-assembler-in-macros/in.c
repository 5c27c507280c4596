#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

#define SKIP(label) asm goto("jmp %l0" :::: label)
#define CALL "syscall"
#define GETTID(r) asm volatile(CALL : "=a"(r) : "a"(186) : "rcx", "r11", "memory")

static int skip(int i)
{
    int k = i;
    pthread_mutex_lock(&m);
    SKIP(done);
    k = 9;
done:
    n += k;
    pthread_mutex_unlock(&m);
    return k;
}

static int own(void)
{
    long before, inside;
    GETTID(before);
    pthread_mutex_lock(&m);
    n++;
    GETTID(inside);
    pthread_mutex_unlock(&m);
    return before == inside;
}

static void *run(void *arg)
{
    printf("%d ", skip(2));
    printf("%d\n", own());
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    printf("%d\n", n);
    return 0;
}
