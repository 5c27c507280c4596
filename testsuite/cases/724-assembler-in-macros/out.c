#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;

#define SKIP(label) asm goto("jmp %l0" :::: label)
#define CALL "syscall"
#define GETTID(r) asm volatile(CALL : "=a"(r) : "a"(186) : "rcx", "r11", "memory")

static int skip(int i)
{
    int k = i;
    rcl_lock(&m);
    SKIP(done);
    k = 9;
done:
    n += k;
    rcl_unlock(&m);
    return k;
}

/* m, in.c:27-28 */
static int own_cs(void *ctx)
{
    n++;
    return RCL_KEEP;
}

static int own(void)
{
    long before, inside;
    GETTID(before);
    rcl_exec_anon(&m, own_cs, NULL, 0);
    GETTID(inside);
    rcl_unlock(&m);
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
