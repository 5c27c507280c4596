#include "shared.h"

pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER; // ?
pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
int threaded = 1;
struct item *items;

void item_lock(struct item *it) {
    if (threaded) // ?
        pthread_mutex_lock(&it->lock);
    it->n++; // ?
}

void item_unlock(struct item *it) {
    if (threaded) // ?
        pthread_mutex_unlock(&it->lock);
}

int try_big(void) {
    if (threaded < 0) return 1; // ?
    return pthread_mutex_trylock(&big);
}

void leave_big(void) {
    threaded = 0; // ?
    pthread_mutex_unlock(&big);
}

pthread_mutex_t *mutex_of(int n) {
    if (n > 1) return &items->lock; // ?
    return n ? &big : NULL;
}

void start(void) {
    pthread_mutexattr_t recursive;
    pthread_t thread;

    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE); // ?
    pthread_mutex_init(&items->lock, &recursive);
    pthread_create(&thread, NULL, runs, items); // ?
    hook = deep; // ?
    (void)thread;
}
