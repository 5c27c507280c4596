#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "other.h"
#define CALL(what) pthread_mutex_##what
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t pasted = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t said = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t included = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *sized;
static pthread_mutex_t *foreign;
static int n;
#define ADDS(name, lock, unlock, mutex) \
static int name(int by) { void *m = mutex; lock(m); n += by; by = n; unlock(m); return by; }
ADDS(add, pthread_mutex_lock, pthread_mutex_unlock, &own)
ADDS(add_pasted, CALL(lock), CALL(unlock), &pasted)
ADDS(add_said, LOCK, UNLOCK, &said)
ADDS(add_sized, pthread_mutex_lock, pthread_mutex_unlock, sized)
ADDS(add_foreign, pthread_mutex_lock, pthread_mutex_unlock, foreign)
static int add_included(int by)
{
    void *m = &included;

#include "body.inc"
    return by;
}
static void make(void)
{
#include "make.inc"
    pthread_mutex_init(sized, NULL);
    foreign = malloc(sizeof(other_mutex));
    pthread_mutex_init(foreign, NULL);
}
int add_split(int by);
int main(void)
{
    make();
    printf("%d %d %d %d\n", add(1), add_pasted(2), add_said(3), add_sized(4));
    printf("%d %d %d\n", add_included(5), add_split(6), add_foreign(7));
    return 0;
}
