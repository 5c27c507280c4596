#include "shared.h"

static int count;

int calls(int v) {
    int r;

    pthread_mutex_lock(&big);
    count++; // ?
    r = helper(v);
    pthread_mutex_unlock(&big);
    return r;
}

int points(int v) {
    int r;

    pthread_mutex_lock(&big);
    r = hook(v);
    pthread_mutex_unlock(&big);
    return r;
}

void names_twice(void) {
    struct item *it = items;

    pthread_mutex_lock(&it->lock);
    helper(1);
    it->n++;
    pthread_mutex_unlock(&items->lock);
}

void perhaps(void) {
    if (is_on())
        pthread_mutex_lock(&big);
    count++;
    if (is_on())
        pthread_mutex_unlock(&big);
}

int wraps(struct item *it) {
    int r;

    item_lock(it);
    r = it->n;
    item_unlock(it);
    return r;
}

int tries(void) {
    if (try_big() != 0)
        return -1;
    count++;
    leave_big();
    return 0;
}

void hands_on(void) {
    pthread_mutex_lock(&big);
    count++;
    leave_big();
}

int asks_which(int v) {
    pthread_mutex_lock(mutex_of(v));
    count += v;
    pthread_mutex_unlock(mutex_of(v));
    return count;
}

void tells(void) {
    pthread_mutex_lock(&big);
    kill(us, SIGUSR1);
    pthread_mutex_unlock(&big);
}
