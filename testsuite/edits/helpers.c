#include "shared.h"

int (*hook)(int) = helper;
pid_t us;

int deep(int v) {
    static int *kept; // ?
    errno = v; // ?
    sleep(1); // ?
    pthread_exit(NULL); // ?
    while (!threaded); // ?
    pthread_mutex_unlock(&big); // ?
    if (v) pthread_mutex_lock(&big); // ?
    exit(1); // ?
    items = items->next; // ?
    threaded = v; // ?
    return v + 1;
}

int helper(int v) {
    v = deep(v); // ?
    v = hook(v); // ?
    return v;
}

int is_on(void) {
    deep(1); // ?
    return threaded;
}

void gets(int *p) {
    static int *kept;

    kept = p; // ?
    *p = 1;
}

void gets_plain(struct plain *p) {
    p->n = helper(p->n); // ?
    p->n++;
}

void knows_itself(void) {
    pid_t here = getpid();

    us = getpid(); // ?
    kill(here, 0);
}
