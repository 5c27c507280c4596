#include <pthread.h>
#include <stdio.h>
#define PASTE(size) add##size
#define GUARDED(size) PASTE(size)
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int add8(int n);
static int add16(int n);
static void show(pthread_mutex_t *own, int n)
{
    pthread_mutex_lock(own);
    printf("%d\n", n);
    pthread_mutex_unlock(own);
}
int main(void)
{
    int n = add8(2) + add16(3);
    show(&lock, n);
    return 0;
}
#define SIZE 8
#include "template.inc"
#undef SIZE
#define SIZE 16
#include "template.inc"
